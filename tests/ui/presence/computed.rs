use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(computed)]
    port: i64,
}

// R227: a computed provider setting; at `computed`
mod r227_computed_setting {
    use super::*;

    #[derive(Schema)]
    #[schema(provider = "disk")]
    struct Disk {
        #[field(computed)]
        name: String,
    }
}

// R254: min_items on a computed block; at `min_items`
mod r254_computed_block_min_items {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, block(list, min_items = 1))]
        rule: Vec<Rule>,
    }
}

// R256: a computed block in a data source; at `computed`
mod r256_computed_block_in_data_source {
    use super::*;

    #[derive(Schema)]
    #[schema(data_source = "disk_image")]
    struct Image {
        #[field(computed, block(list))]
        rule: Vec<Rule>,
    }
}

fn main() {}
