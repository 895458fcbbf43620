use schema_runtime::{Schema, SchemaEnum};

// R205: a computed enum that is no Option; at `Kind`
mod r205_computed_without_zero {
    use super::*;

    #[derive(SchemaEnum)]
    enum Kind {
        Raw,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed)]
        kind: Kind,
    }
}

// R205: a field of an object that has no value where it is null; at `Kind`
mod r205_object {
    use super::*;

    #[derive(SchemaEnum, Debug, Clone)]
    enum Kind {
        Raw,
    }

    #[derive(Schema)]
    #[schema(object)]
    struct Part {
        kind: Kind,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed)]
        parts: Vec<Part>,
    }
}

fn main() {}
