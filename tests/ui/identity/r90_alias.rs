use schema_provider::prelude::*;

// R90: a dynamic value behind an alias; at `any`
mod r90_alias {
    use super::*;

    type Any = Dynamic;

    #[derive(Schema)]
    #[schema(resource = "disk_image", identity(any))]
    struct Image {
        #[field(required, force_new)]
        any: Any,
    }
}

// R90: a map behind an alias; at `Labels`
mod r90_alias_in_struct {
    use super::*;

    type Labels = BTreeMap<String, String>;

    #[derive(Schema)]
    #[schema(identity)]
    struct ImageIdentity {
        #[field(required)]
        labels: Labels,
    }
}

fn main() {}
