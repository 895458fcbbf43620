// E0277: a type behind an alias; at `Directory`
mod alias_of_a_path {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required)]
        value: Directory,
    }

    type Directory = std::path::PathBuf;
}

// E0277: the mark of Rust's own derive without it; at `default`
mod default_of_an_enum {
    use schema_provider::prelude::*;

    #[derive(SchemaEnum)]
    enum Tier {
        #[default]
        Basic,
        Premium,
    }
}

// E0277: a map whose keys are no strings; at `HashMap<i64, String>`
mod map_with_other_keys {
    use schema_runtime::Schema;
    use std::collections::HashMap;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        names: HashMap<i64, String>,
    }
}

// E0277: a borrowed text; at `&'static str`
mod reference {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: &'static str,
    }
}

fn main() {}
