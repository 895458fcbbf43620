// -: no validator; at `length`
mod and {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = length(1..) && uuid)]
        name: String,
    }
}

// -: no validator; at `|`
mod closure {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = |name| name.len() > 3)]
        name: String,
    }
}

// -: no validator; at `length`
mod methods {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = length(1..).and(uuid))]
        name: String,
    }
}

// -: no validator; at `string_in_slice`
mod name_of_another_library {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = string_in_slice("a"))]
        name: String,
    }
}

// -: validate without validators; at `[]`
mod no_validator {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = [])]
        name: Option<String>,
    }
}

// -: no validator; at `!`
mod not {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = !empty)]
        name: String,
    }
}

// -: no validator; at `ip`
mod or {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required, validate = ip || cidr)]
        name: String,
    }
}

// -: a regular expression that is not a literal; at `PATTERN`
mod regex_of_a_constant {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, validate = regex(PATTERN))]
        name: Option<String>,
    }

    #[allow(dead_code)]
    const PATTERN: &str = "^a";
}

// -: a validator of Go's framework; at `stringvalidator`
mod validator_of_the_framework {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, validate = stringvalidator::LengthAtLeast(2))]
        zone: Option<String>,
    }
}

fn main() {}
