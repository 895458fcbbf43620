use schema_runtime::Schema;

// R213: a length below the smallest there is; at `..0`
mod r213_below_the_first_count {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = length(..0))]
        name: Option<String>,
    }
}

// R213: a length below zero; at `-5..=2`
mod r213_below_zero {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = length(-5..=2))]
        name: Option<String>,
    }
}

// R213: a network of no number of bits; at `28..=16`
mod r213_network_reversed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = network(28..=16))]
        name: String,
    }
}

// R213: a reversed range; at `5..=2`
mod r213_reversed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = length(5..=2))]
        name: String,
    }
}

// R213: a reversed range inside each; at `5..=2`
mod r213_reversed_in_each {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = each(length(5..=2)))]
        name: Vec<String>,
    }
}

// R213: a range without ends; at `..`
mod r213_without_end {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = length(..))]
        name: Option<String>,
    }
}

fn main() {}
