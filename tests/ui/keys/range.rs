use schema_runtime::Schema;

// -: a range without its validator; at `1..=9`
mod range_among_keys {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, 1..=9)]
        size_mb: i64,
    }
}

// -: a range that is cut off; at `range(1..=)`
mod range_cut {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, validate = range(1..=))]
        size: Option<i64>,
    }
}

// -: how many blocks as a range; at `1`
mod range_in_a_block {
    use super::*;

    #[derive(Schema)]
    pub struct Part {
        #[field(required)]
        label: String,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(block(list, 1..=4))]
        part: Vec<Part>,
    }
}

fn main() {}
