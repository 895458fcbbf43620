use schema_runtime::Schema;

// syntax: default_env without a variable; at `default_env`
mod default_env_without_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env())]
        name: String,
    }
}

// syntax: default without a value; at `default`
mod default_without_value {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default)]
        name: String,
    }
}

fn main() {}
