// divisible_by takes a number; at `divisible_by`
mod divisible_by_without_number {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = divisible_by)]
        name: Option<i64>,
    }
}

// equals takes a bool; at `"yes"`
mod equals_of_a_text {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = equals("yes"))]
        name: Option<bool>,
    }
}

// a format takes no arguments; at `ip`
mod form_with_arguments {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = ip("v4"))]
        name: String,
    }
}

// syntax: length without a range; at `5`
mod length_takes_a_range {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = length(5))]
        name: String,
    }
}

// -: parentheses without validators; at `validate`
mod none_in_parentheses {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, validate())]
        name: Option<String>,
    }
}

// syntax: a pattern without quotes; at `^[a-z]+$`
mod pattern_without_quotes {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, validate = regex(^[a-z]+$))]
        name: String,
    }
}

// -: strings as ends of a range; at `"a"`
mod text_in_range {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = range("a"..="b"))]
        level: Option<i64>,
    }
}

// -: a variant where `one_of` takes its string; at `Kind`
mod variant_in_one_of {
    use schema_runtime::{Schema, SchemaEnum};

    #[derive(SchemaEnum, Clone, Debug, PartialEq)]
    pub enum Kind {
        Public,
        PrivateZone,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = one_of("public", Kind::PrivateZone))]
        kind: Kind,
    }
}

// -: strings of one_of without quotes; at `raw`
mod words_without_quotes {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = one_of(raw, qcow2))]
        format: String,
    }
}

fn main() {}
