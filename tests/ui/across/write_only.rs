use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required, write_only)]
    token: Option<String>,
}

// R82: a write-only field below a provider; at `Vec<Rule>`
mod r082_write_only_in_provider {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(block(list))]
        rule: Vec<Rule>,
    }
}

// R87: a write-only field below a data source; at `Vec<Rule>`
mod r087_write_only_in_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    struct Image {
        #[field(block(list))]
        rule: Vec<Rule>,
    }
}

// R138: a stored field in a write-only nested attribute; at `Vec<Rule>`
mod r138_stored_in_write_only {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, write_only, nested(list))]
        rule: Vec<Rule>,
    }
}

// R139, C19: a write-only field in a nested set; at `Set<Rule>`
mod r139_write_only_in_nested_set {
    use super::*;
    use schema_runtime::field_type::Set;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, nested(set))]
        rule: Set<Rule>,
    }
}

// R140: a write-only field in a computed nested attribute; at `Vec<Rule>`
mod r140_write_only_in_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, computed, nested(list))]
        rule: Vec<Rule>,
    }
}

fn main() {}
