use schema_runtime::Schema;

// R15: default with computed; at `default`
mod r015_default_and_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, computed, default = "a")]
        name: String,
    }
}

// R16: default with required; at `default`
mod r016_default_and_required {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, default = "a")]
        name: String,
    }
}

// R17: default with write_only; at `default`
mod r017_default_and_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, write_only, default = "a")]
        name: String,
    }
}

// R18: a default function on a write-only field; at `default_fn`
mod r018_default_fn_and_write_only {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, write_only, default_fn = token)]
        token: String,
    }

    fn token(_: &schema_runtime::schema::Environment) -> Result<String, schema_runtime::diagnostics::Diagnostics> {
        Ok(String::new())
    }
}

// R33: default on a block; at `default`
mod r033_default_on_block {
    use super::*;

    #[derive(Schema)]
    struct Rule {
        #[field(required)]
        port: i64,
    }

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list), default = vec![])]
        rule: Vec<Rule>,
    }
}

// R101: default with default_fn; at `default_fn`
mod r101_two_defaults {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = "a", default_fn = name)]
        name: String,
    }

    fn name(_: &schema_runtime::schema::Environment) -> Result<String, std::fmt::Error> {
        Ok(String::new())
    }
}

// R103: a default function on a computed field; at `default_fn`
mod r103_default_fn_and_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, computed, default_fn = size)]
        size: i64,
    }

    fn size(_: &schema_runtime::schema::Environment) -> Result<i64, schema_runtime::diagnostics::Diagnostics> {
        Ok(1)
    }
}

fn main() {}
