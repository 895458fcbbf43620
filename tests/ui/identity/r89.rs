use schema_provider::prelude::*;

// R89: required and optional; at `optional`
mod r89_both {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(required, optional)]
        name: String,
    }
}

// R89: a field of an identity that does not say what an import needs; at `name`
mod r89_neither {
    use super::*;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        name: String,
    }
}

fn main() {}
