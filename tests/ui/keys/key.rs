use schema_runtime::Schema;

// -: a key in quotes; at `"required"`
mod key_in_quotes {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field("required")]
        name: String,
    }
}

// syntax: a key of another library; at `ForceNew`
mod key_of_go {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, ForceNew)]
        name: Option<String>,
    }
}

// syntax: a key twice; at `optional`
mod key_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, optional)]
        name: Option<String>,
    }
}

fn main() {}
