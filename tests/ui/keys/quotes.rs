use schema_runtime::Schema;

// -: all keys in quotes; at `"optional"`
mod keys_in_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field("optional", "computed")]
        field: Option<String>,
    }
}

// syntax: a second validator as a key; at `regex`
mod validators_without_brackets {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = length(1..=64), regex("^[a-z]+$"))]
        name: String,
    }
}

// -: validators that are still missing; at `validate =`
mod value_missing_of_validate {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, validate = )]
        size: Option<i64>,
    }
}

fn main() {}
