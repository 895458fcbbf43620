use schema_runtime::Schema;

// R11: a block in a nested attribute; at `Vec<Outer>`
mod r011_block_in_attribute {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    struct Outer {
        #[field(block(list))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, nested(list))]
        outer: Vec<Outer>,
    }
}

// R248: a resource as the content of a block; at `Vec<Disk>`
mod r248_resource_as_block {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_disk")]
    pub struct Disk {
        #[field(optional)]
        name: Option<String>,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(list))]
        disk: Vec<Disk>,
    }
}

fn main() {}
