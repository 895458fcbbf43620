use schema_runtime::Schema;

// syntax: a number of blocks that is neither minimum nor maximum; at `3`
mod number_in_a_block {
    use super::*;

    #[derive(Schema)]
    struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list, 3))]
        part: Vec<Part>,
    }
}

// syntax: a number with a unit; at `10m`
mod number_with_a_unit {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 10m)]
        minutes: i64,
    }
}

fn main() {}
