// R230: `Self` in a box; at `Option<Box<Self>>`
mod box_of_self {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        next: Option<Box<Self>>,
    }
}

// -: blocks of lists; at `Vec<Vec<Part>>`
mod list_of_lists_of_blocks {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list))]
        part: Vec<Vec<Part>>,
    }
}

// -: a nested attribute of numbers; at `nested`
mod nested_numbers {
    use std::collections::BTreeMap;
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, nested(map))]
        sizes: BTreeMap<String, i64>,
    }
}

// type: an Option of an Option; at `Option<Option<i64>>`
mod option_of_an_option {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        size_mb: Option<Option<i64>>,
    }
}

// R137: a list of dynamic values; at `Vec<Dynamic>`
mod r137_list_of_dynamic {
    use schema_runtime::Schema;
    use schema_runtime::field_type::Dynamic;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        values: Vec<Dynamic>,
    }
}

// R230: a struct that contains itself; at `Vec<Rule>`
mod r230_recursive {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(block)]
    struct Rule {
        #[field(block(list))]
        rule: Vec<Rule>,
    }
}

// syntax: a list without its owner, at the end; at `[String]`
mod unsized_list {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required)]
        name: String,
        #[field(required)]
        zones: [String],
    }
}

fn main() {}
