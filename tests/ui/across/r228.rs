use schema_runtime::Schema;
use schema_runtime::field_type::Set;

// R228: a state function in a set; at `Set<Rule>`
mod r228_state_fn_in_set {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required, state_fn = trim)]
        name: String,
    }

    fn trim(name: &String) -> String {
        name.trim().to_owned()
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set))]
        rule: Set<Rule>,
    }
}

// R228: a suppress function in a set; at `Set<Rule>`
mod r228_suppress_in_set {
    use super::*;
    use schema_runtime::data::Suppress;

    #[derive(Schema)]
    struct Rule {
        #[field(required, diff_suppress = same)]
        name: String,
    }

    fn same(_: &Suppress<'_, Image>, a: &String, b: &String) -> bool {
        a == b
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set))]
        rule: Set<Rule>,
    }
}

fn main() {}
