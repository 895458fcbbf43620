use schema_runtime::Schema;

// -: one text of one_of without quotes; at `qcow2`
mod a_word_beside_texts {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = one_of("raw", qcow2))]
        format: String,
    }
}

// -: no validator; at `1`
mod bare_range {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = 1..=5)]
        name: String,
    }
}

// -: no validator; at `name`
mod comparison {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = name > 5)]
        name: String,
    }
}

// -: no validator; at `regex`
mod macro_call {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = regex!("^a"))]
        name: String,
    }
}

// syntax: two validators without a comma; at `not_blank`
mod missing_comma {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = [length(1..=64) not_blank])]
        format: String,
    }
}

// syntax: a range of other languages; at `...`
mod three_dots {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = [divisible_by(2), range(1...5)])]
        size_mb: i64,
    }
}

fn main() {}
