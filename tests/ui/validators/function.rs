use schema_runtime::Schema;

// -: a function without custom; at `my_check`
mod function_as_validator {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = my_check)]
        name: Option<String>,
    }
}

// -: no validator; at `checks`
mod function_of_a_module {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = checks::name)]
        name: String,
    }
}

fn main() {}
