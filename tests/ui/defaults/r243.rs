use schema_runtime::Schema;

// R243: what once was the fallback; at `"disks"`
mod r243_a_value_as_a_variable {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("DISK_DIRECTORY", "disks"))]
        directory: String,
    }
}

// R243: a variable that no system has; at `"DISK-DIRECTORY"`
mod r243_no_name {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default_env("DISK-DIRECTORY"))]
        directory: Option<String>,
    }
}

fn main() {}
