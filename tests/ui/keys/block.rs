use schema_runtime::Schema;
use provider::*;

#[path = "../fixtures/provider.rs"]
mod provider;

// syntax: a count of blocks beside the grouping, which is missing; at `max_items`
mod block_alone_with_max_items {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block, max_items = 1)]
        disk: Vec<Disk>,
    }
}

// syntax: block without grouping; at `block`
mod block_without_grouping {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block)]
        rule: Vec<Rule>,
    }
}

fn main() {}
