use schema_runtime::Schema;

// R137: a list of dynamic values behind an alias; at `Values`
mod r137_alias_of_dynamic_list {
    use super::*;
    use schema_runtime::field_type::Dynamic;

    type Values = Vec<Dynamic>;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        values: Values,
    }
}

// R137: a dynamic value in blocks of a set; at `Set<Rule>`
mod r137_dynamic_in_set_block {
    use super::*;
    use schema_runtime::field_type::{Dynamic, Set};

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        value: Option<Dynamic>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set))]
        rule: Set<Rule>,
    }
}

fn main() {}
