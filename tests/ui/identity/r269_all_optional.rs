use schema_provider::prelude::*;

// R269: an import needs nothing; at `identity`
mod r269_all_optional {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(name(optional)))]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// R269: an import needs nothing; at `identity`
mod r269_all_optional_in_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(optional)]
        name: Option<String>,
    }
}

fn main() {}
