use schema_runtime::Schema;

// R213: bytes between reversed constants; at `MAX..=MIN`
mod r213_bytes_reversed_constants {
    use super::*;

    const MIN: u64 = 1;

    const MAX: u64 = 9;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = bytes(MAX..=MIN))]
        name: String,
    }
}

// R213: a limit of a count that is a constant below zero; at `LEAST`
mod r213_constant_below_zero {
    use super::*;

    const LEAST: i32 = -1;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = length(LEAST..=5))]
        name: Option<String>,
    }
}

// R213: a range between constants that nothing fits in; at `MOST..=2`
mod r213_reversed_constants {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = length(MOST..=2))]
        name: Option<String>,
    }

    const MOST: u64 = 3;
}

fn main() {}
