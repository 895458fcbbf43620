use schema_runtime::Schema;

// R34: set_key on a list; at `set_key`
mod r034_set_key_of_a_list {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    fn port(rule: &Rule) -> i64 {
        rule.port
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list), set_key = port)]
        rule: Vec<Rule>,
    }
}

// R34: set_key on a set of strings; at `set_key`
mod r034_set_key_of_scalars {
    use super::*;
    use schema_runtime::field_type::Set;

    fn key(name: &String) -> String {
        name.clone()
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, set_key = key)]
        names: Set<String>,
    }
}

fn main() {}
