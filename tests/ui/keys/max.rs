use schema_runtime::Schema;

// syntax: a key of another library; at `max`
mod max {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, max = 9)]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `max_length`
mod max_length {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, max_length = 5)]
        name: Option<String>,
    }
}

// syntax: the number of blocks under another name; at `max`
mod max_of_a_block {
    use super::*;

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list, max = 3))]
        part: Vec<Part>,
    }
}

fn main() {}
