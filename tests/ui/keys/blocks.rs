use schema_runtime::Schema;

// syntax: a grouping of another library; at `array`
mod array_of_blocks {
    use super::*;

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(array))]
        part: Vec<Part>,
    }
}

// R208: sensitive on a block; at `sensitive`
mod r208_sensitive_block {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list), sensitive)]
        rule: Vec<Rule>,
    }
}

// syntax: set_key within the grouping; at `set_key`
mod set_key_in_block {
    use super::*;
    use schema_runtime::field_type::Set;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: u16,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set, set_key = Rule::PORT))]
        rule: Set<Rule>,
    }
}

fn main() {}
