use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(required)]
    name: String,
    #[field(optional, write_only)]
    token: Option<String>,
}

// E0277: set_new of a write-only field; at `set_new`
mod set_new_of_a_write_only_field {
    use super::*;
    use schema_runtime::data::PlanData;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_new(Image::TOKEN, "x");
    }
}

// E0277: set of a write-only field; at `set`
mod set_of_a_write_only_field {
    use super::*;
    use schema_runtime::data::ResourceData;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, write_only)]
        token: Option<String>,
    }

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(Image::TOKEN, "x");
    }
}

// E0277: set_unknown of a field that only the configuration sets; at `set_unknown`
mod set_unknown_of_a_configured_field {
    use super::*;
    use schema_runtime::data::PlanData;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_unknown(Image::NAME);
    }
}

fn main() {}
