use schema_runtime::Schema;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a block of a struct without derive; at `Vec<Rule>`
mod block_of_no_schema_struct {
    use super::*;

    struct Rule;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list))]
        rule: Vec<Rule>,
    }
}

// E0277: a struct of blocks in an object; at `Vec<Part>`
mod object_of_blocks {
    use super::*;

    #[derive(Schema)]
    #[schema(object)]
    struct Parts {
        parts: Vec<Part>,
    }
}

// E0277: one struct for blocks of which there may be several; at `Option<Rule>`
mod one_block_without_max_items {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list))]
        rule: Option<Rule>,
    }
}

fn main() {}
