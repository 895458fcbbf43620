use schema_runtime::Schema;

// `unported` with a value; at the value
mod value {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", unported = true)]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// `unported` of a resource with a resource; at the resource
mod resource {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", unported(Image))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// `unported` of a list resource without one; at the word
mod list {
    use super::*;

    #[derive(Schema)]
    #[schema(list = "disk_image", unported)]
    struct ImageFilter {
        #[field(optional)]
        prefix: Option<String>,
    }
}

// `unported` of a nested struct; at the word
mod nested {
    use super::*;

    #[derive(Schema)]
    #[schema(block, unported)]
    struct Part {
        #[field(required)]
        name: String,
    }
}

fn main() {}
