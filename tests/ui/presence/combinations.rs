use schema_runtime::Schema;

// R2: required with optional; at `optional`
mod r002_required_and_optional {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, optional)]
        name: String,
    }
}

// R3: required and computed on an Option; at `computed`
mod r003_required_computed_option {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, computed)]
        name: Option<String>,
    }
}

// R204: required with Option; at `Option<String>`
mod r204_required_option {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: Option<String>,
    }
}

// R206: removed with default; at `default`
mod r206_removed_with_default {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, removed = "it did nothing", default = "a")]
        name: Option<String>,
    }
}

fn main() {}
