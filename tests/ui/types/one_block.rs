use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

// A set of exactly one block as an Option; at `Option<Rule>`
mod one_block_required_option {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set, min_items = 1, max_items = 1))]
        rule: Option<Rule>,
    }
}

// A list of one block at most, which may be missing, in a type without room for that; at `Rule`
mod one_block_without_room {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list, max_items = 1))]
        rule: Rule,
    }
}

fn main() {}
