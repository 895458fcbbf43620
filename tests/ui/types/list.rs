use schema_runtime::Schema;

// E0277: a list block of a map; at `BTreeMap<String, Rule>`
mod list_block_of_a_map {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list))]
        rule: BTreeMap<String, Rule>,
    }
}

// E0277: structs without block or nested; at `Vec<Partition>`
mod list_of_structs_without_block {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional)]
        partition: Vec<Partition>,
    }

    #[derive(Schema)]
    pub struct Partition {
        #[field(required)]
        name: String,
    }
}

fn main() {}
