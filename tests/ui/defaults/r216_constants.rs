// R216: a default that a list of constants with a fraction does not hold; at `0.75`
mod r216_constant_fraction_not_listed {
    use schema_runtime::Schema;

    const HALF: f64 = 0.5;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = 0.75, validate = one_of(0.25, HALF))]
        weight: f64,
    }
}

// R216: a constant that is not a multiple; at `SIZE`
mod r216_constant_no_multiple {
    use schema_runtime::Schema;

    const SIZE: i64 = 1000;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = SIZE, validate = divisible_by(512))]
        name: i64,
    }
}

// R216: a constant default that is not listed; at `NAME`
mod r216_constant_not_listed {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = NAME, validate = one_of("a", "b"))]
        level: String,
    }

    #[allow(dead_code)]
    const BIG: i64 = 1000;

    #[allow(dead_code)]
    const NAME: &str = "abcdef";

    #[allow(dead_code)]
    const MOST: u64 = 3;
}

// R216: a constant default out of the range; at `BIG`
mod r216_constant_out_of_range {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = BIG, validate = range(1..=10))]
        level: i64,
    }

    #[allow(dead_code)]
    const BIG: i64 = 1000;

    #[allow(dead_code)]
    const NAME: &str = "abcdef";

    #[allow(dead_code)]
    const MOST: u64 = 3;
}

// R216: a constant default that is too long; at `NAME`
mod r216_constant_too_long {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = NAME, validate = length(1..=3))]
        level: String,
    }

    #[allow(dead_code)]
    const BIG: i64 = 1000;

    #[allow(dead_code)]
    const NAME: &str = "abcdef";

    #[allow(dead_code)]
    const MOST: u64 = 3;
}

// R216: a default against a constant of the validator; at `"abcd"`
mod r216_validator_of_constants {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "abcd", validate = length(..=MOST))]
        level: String,
    }

    #[allow(dead_code)]
    const BIG: i64 = 1000;

    #[allow(dead_code)]
    const NAME: &str = "abcdef";

    #[allow(dead_code)]
    const MOST: u64 = 3;
}

// E0080: a variant that the validator refuses; at `Kind::A`
mod r216_variant_refused {
    use schema_provider::prelude::*;

    #[derive(SchemaEnum)]
    pub enum Kind {
        A,
        B,
    }

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, default = Kind::A, validate = one_of("b"))]
        kind: Kind,
    }
}

fn main() {}
