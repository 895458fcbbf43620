use schema_provider::prelude::*;
use image::*;

#[path = "../fixtures/image.rs"]
mod image;

// E0277: a struct that is not an identity; at `Place`
mod no_identity {
    use super::*;

    #[derive(Schema)]
    struct Place {
        #[field(required)]
        rack: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity = Place)]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// E0277: an identity made of fields has no struct; at `identity`
mod no_struct_in_a_plan {
    use super::*;

    fn plan(plan: &mut PlanData<Image>) {
        let _ = plan.identity();
    }
}

// E0277: an identity made of fields has no struct; at `identity`
mod no_struct_where_fields_say_it {
    use super::*;

    fn read(data: &mut ResourceData<Image>) {
        let _ = data.identity();
    }
}

fn main() {}
