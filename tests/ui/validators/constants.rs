use schema_runtime::Schema;

// R212: the same constant twice, among numbers with a fraction; at `HALF`
mod r212_one_of_constants_twice {
    use super::*;

    const HALF: f64 = 0.5;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = each(one_of(0.25, 0.5, HALF)))]
        weights: Vec<f64>,
    }
}

// R235: a multiple of a constant zero; at `SECTOR`
mod r235_divisor_zero_constant {
    use super::*;

    const SECTOR: i64 = 0;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = divisible_by(SECTOR))]
        name: Option<i64>,
    }
}

// across: an end of a range that only u128 has; at `u128::MAX`
mod range_beyond_128_bits {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = range(1..=u128::MAX))]
        size: u128,
    }
}

fn main() {}
