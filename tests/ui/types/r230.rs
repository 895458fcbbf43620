use schema_runtime::Schema;

// R230: a circle of three structs, to which a relation of a fourth leads; at `std::collections::BTreeMap<String, Target>`
mod r230_circle_of_three {
    use super::*;
    use schema_runtime::field_type::Set;

    #[derive(Schema)]
    #[schema(resource = "disk_image", import = "{name}")]
    pub struct Image {
        #[field(required, force_new)]
        name: String,
        #[field(optional, conflicts_with(outer.label))]
        label: Option<String>,
        #[field(block(single))]
        outer: Option<Outer>,
    }

    #[derive(Schema)]
    pub struct Outer {
        #[field(optional)]
        label: Option<String>,
        #[field(nested(map), optional)]
        target: std::collections::BTreeMap<String, Target>,
    }

    #[derive(Schema)]
    pub struct Target {
        #[field(nested(single), optional)]
        rule: Option<Rule>,
    }

    #[derive(Schema)]
    pub struct Rule {
        #[field(nested(set), optional)]
        outer: Set<Outer>,
    }
}

// R230: two structs that contain each other; at `Vec<Rule>`
mod r230_mutually_recursive {
    use super::*;

    #[derive(Schema)]
    struct Outer {
        #[field(block(list))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    #[schema(block)]
    struct Rule {
        #[field(optional)]
        name: Option<String>,
        #[field(block(list))]
        outer: Vec<Outer>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(list))]
        outer: Vec<Outer>,
    }
}

fn main() {}
