use schema_runtime::Schema;

// R213: a range that nothing fits in refuses no default; at `64..=1`
mod default_beside_an_empty_range {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 2, validate = range(64..=1))]
        cores: i64,
    }
}

// R52: validate on a computed field; at `validate`
mod r052_on_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed, validate = length(1..))]
        name: String,
    }
}

// R235: a multiple of zero; at `0`
mod r235_divisor_zero {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = divisible_by(0))]
        name: Option<i64>,
    }
}

// R236: a network of more bits than addresses have; at `16..=129`
mod r236_network_bits {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = network(16..=129))]
        name: String,
    }
}

// R238: excludes of no character; at `""`
mod r238_excludes_nothing {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = not(excludes("")))]
        name: String,
    }
}

fn main() {}
