use schema_runtime::Schema;

#[derive(Schema)]
struct Part {
    #[field(required)]
    size_mb: i64,
}

// R23: all elements in a relation; at `part.*.size_mb`
mod r023_all_elements {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, at_least_one_of(part.*.size_mb))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list, max_items = 1))]
        part: Vec<Part>,
    }
}

// R23: an index in a relation; at `rule.0.port`
mod r023_index {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(rule.0.port))]
        a: Option<String>,
        #[field(block(list, max_items = 1))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        port: Option<i64>,
    }
}

// R23: an index in brackets; at `part[0].size_mb`
mod r023_index_in_brackets {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(part[0].size_mb))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list, max_items = 1))]
        part: Vec<Part>,
    }
}

fn main() {}
