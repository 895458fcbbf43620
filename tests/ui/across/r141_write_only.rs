use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Rule {
    #[field(required, write_only)]
    token: Option<String>,
}

// R141: a write-only field two structs below a set; at `Set<Outer>`
mod r141_write_only_deep_in_set {
    use super::*;

    #[derive(Schema)]
    struct Outer {
        #[field(block(single))]
        rule: Option<Rule>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set))]
        outer: Set<Outer>,
    }
}

// R141, C16: a write-only field in a set block; at `Set<Rule>`
mod r141_write_only_in_set_block {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set))]
        rule: Set<Rule>,
    }
}

fn main() {}
