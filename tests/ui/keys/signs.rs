use schema_runtime::Schema;

// syntax: a hyphen in a key; at `force-new`
mod hyphen {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, force-new)]
        name: String,
    }
}

// -: a comma is missing; at `default`
mod missing_comma {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional default = 1)]
        level: i64,
    }
}

// syntax: a negated key; at `!`
mod negated {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(!required)]
        name: Option<String>,
    }
}

// -: keys joined as in Go; at `|`
mod or_between_keys {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional | computed)]
        name: Option<String>,
    }
}

// syntax: a key of another library; at `Required`
mod upper_case_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(Required)]
        name: Option<String>,
    }
}

fn main() {}
