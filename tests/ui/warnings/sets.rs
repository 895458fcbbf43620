#![deny(warnings)]
use schema_runtime::Schema;

// R107: a set in a set, with warnings denied; at `Set`
mod r107_set_in_set {
    use super::*;
    use schema_runtime::field_type::Set;

    #[derive(Schema)]
    pub struct Rule {
        #[field(optional)]
        ports: Set<i64>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(set))]
        rule: Set<Rule>,
    }
}

// R108: a computed field in a set, with warnings denied; at `Set`
mod r108_computed_in_set {
    use super::*;
    use schema_runtime::field_type::Set;

    #[derive(Schema)]
    pub struct Rule {
        #[field(computed)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(set))]
        rule: Set<Rule>,
    }
}

// R111: a canonical form of a collection; at `canonical`
mod r111_canonical_of_a_list {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, canonical = form)]
        names: Vec<String>,
    }

    fn form(names: &[String]) -> schema_runtime::field_type::Canonical {
        names.concat().into()
    }
}

fn main() {}
