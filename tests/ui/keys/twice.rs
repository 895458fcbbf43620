use schema_runtime::Schema;

// syntax: a key of another library; at `optional_computed`
mod optional_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional_computed)]
        name: Option<String>,
    }
}

// R210: diff_suppress with canonical; at `diff_suppress`
mod r210_two_equalities {
    use super::*;
    use schema_runtime::{data::Suppress, field_type::Canonical};

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, diff_suppress = same, canonical = lower)]
        name: Option<String>,
    }

    fn same(_: &Suppress<'_, Image>, a: &String, b: &String) -> bool {
        a == b
    }

    fn lower(text: &String) -> Canonical {
        text.to_lowercase().into()
    }
}

// syntax: a relation written twice; at `conflicts_with`
mod relation_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, conflicts_with(zone), conflicts_with(region))]
        name: Option<String>,
        #[field(optional)]
        zone: Option<String>,
        #[field(optional)]
        region: Option<String>,
    }
}

// syntax: a key of another library; at `uuid`
mod validator_as_a_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, uuid)]
        name: Option<String>,
    }
}

fn main() {}
