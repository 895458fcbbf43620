use schema_runtime::Schema;

// -: a flag with a value; at `required`
mod flag_with_value {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required = true)]
        name: String,
    }
}

// -: a flag with parentheses; at `required`
mod parentheses_of_a_flag {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required())]
        name: String,
    }
}

// -: an attribute without keys; at `field`
mod without_parentheses {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field]
        name: String,
    }
}

fn main() {}
