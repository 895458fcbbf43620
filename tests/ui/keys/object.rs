use schema_runtime::Schema;

// syntax: a description of an object type; at `description`
mod object_description {
    use super::*;

    #[derive(Schema)]
    #[schema(object, description = "A part.")]
    struct Part {
        size: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed)]
        parts: Vec<Part>,
    }
}

// syntax: a field of an object with a presence of its own; at `required`
mod object_presence {
    use super::*;

    #[derive(Schema)]
    #[schema(object)]
    struct Part {
        #[field(required)]
        size: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed)]
        parts: Vec<Part>,
    }
}

// syntax: an object that is a resource; at `object`
mod object_resource {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", object)]
    struct Image {
        size: i64,
    }
}

fn main() {}
