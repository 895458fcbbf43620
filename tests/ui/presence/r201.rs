use schema_runtime::Schema;

// R201: optional beside computed on a block; at `optional`
mod r201_computed_block {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(computed)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, computed, block(list))]
        rule: Vec<Rule>,
    }
}

// R201: required on a block; at `required`
mod r201_presence_on_block {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, block(list))]
        rule: Vec<Rule>,
    }
}

fn main() {}
