use schema_runtime::Schema;

// syntax: `unported` with a value; at `true`
mod value {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", unported = true)]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: `unported` of a resource with a resource; at `Image`
mod resource {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", unported(Image))]
    struct Image {
        #[field(required)]
        name: String,
    }
}

// syntax: `unported` of a list resource without one; at `unported`
mod list {
    use super::*;

    #[derive(Schema)]
    #[schema(list = "disk_image", unported)]
    struct ImageFilter {
        #[field(optional)]
        prefix: Option<String>,
    }
}

// syntax: `unported` of a nested struct; at `unported`
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
