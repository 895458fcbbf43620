use schema_runtime::Schema;

// syntax: structs that are both blocks and nested attributes; at `nested`
mod block_and_nested {
    use super::*;

    #[derive(Schema)]
    #[schema(block)]
    struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, nested(list), block(list))]
        part: Vec<Part>,
    }
}

// -: a list block of Options; at `Vec<Option<Partition>>`
mod block_of_options {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(list))]
        partition: Vec<Option<Partition>>,
    }

    #[derive(Schema)]
    pub struct Partition {
        #[field(required)]
        name: String,
    }
}

// -: a block of strings; at `block`
mod block_of_texts {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(list))]
        tags: Vec<String>,
    }
}

fn main() {}
