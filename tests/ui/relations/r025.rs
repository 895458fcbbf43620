use schema_runtime::Schema;

// R25: an index into a list of blocks; at `part[0].size_mb`
mod r025_index_in_brackets {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(part[0].size_mb))]
        limit_mb: Option<i64>,
        #[field(optional)]
        size_mb: Option<i64>,
        #[field(block(list))]
        part: Vec<Part>,
    }

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        size_mb: i64,
    }
}

// R25: a path through a list of blocks; at `rule.port`
mod r025_through_several {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(rule.port))]
        name: Option<String>,
        #[field(block(list))]
        rule: Vec<Rule>,
    }
}

fn main() {}
