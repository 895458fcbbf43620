use schema_runtime::Schema;

// syntax: a key of another library; at `desc`
mod beginning_of_a_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, desc = "x")]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `requ`
mod beginning_of_required {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(requ)]
        name: Option<String>,
    }
}

fn main() {}
