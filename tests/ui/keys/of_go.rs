// syntax: a key of another library; at `conflicts`
mod conflicts {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, conflicts(other))]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `default_value`
mod default_value {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default_value = 5)]
        name: i64,
    }
}

// syntax: a key of another library; at `deprecation_message`
mod deprecation_message {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, deprecation_message = "x")]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `elem`
mod elem {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, elem = "string")]
        name: Option<String>,
    }
}

// syntax: a misspelt `import`; at `importer`
mod importer {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image", importer = "{name}")]
    struct Image {
        #[field(required, force_new)]
        name: String,
    }
}

// syntax: a key of another library; at `plan_modifiers`
mod plan_modifiers {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, plan_modifiers = [replace])]
        name: Option<String>,
    }
}

// syntax: a key of Go's; at `state_upgraders`
mod state_upgraders {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server", state_upgraders = [up])]
    pub struct Server {
        #[field(required)]
        name: String,
    }
}

// syntax: a key of another library; at `use_state_for_unknown`
mod use_state_for_unknown {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(computed, use_state_for_unknown)]
        name: Option<String>,
    }
}

fn main() {}
