// syntax: an attribute whose name is misspelt, which the compiler reports itself; at `feild`
mod attribute_misspelt {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[feild(required, force_new, validate = length(1..=64))]
        name: String,
        #[field(optional)]
        note: Option<String>,
    }

    fn name(image: &ResourceData<Image>) -> String {
        image.get(Image::NAME)
    }
}

// -: a key as an attribute; at `required`
mod attribute_of_its_own {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[required]
        name: String,
    }
}

fn main() {}
