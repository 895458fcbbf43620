// -: a character instead of a string; at `'a'`
mod character {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = 'a')]
        name: String,
    }
}

// -: a value of no type; at `"a".into()`
mod into {
    use schema_provider::prelude::*;

    #[derive(Schema)]
    #[schema(resource = "cloud_server")]
    pub struct Server {
        #[field(required)]
        name: String,
        #[field(optional, default = "a".into())]
        zone: String,
    }
}

// -: null as a default; at `null`
mod null {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = null)]
        name: Option<String>,
    }
}

// -: Some(…) as a default; at `Some(5)`
mod some_as_default {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, default = Some(5))]
        level: Option<i64>,
    }
}

// -: a truth value of another language; at `True`
mod true_of_python {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = True)]
        encrypted: bool,
    }
}

// -: a string as default without quotes; at `standard`
mod word_without_quotes {
    use schema_runtime::Schema;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, default = standard)]
        tier: String,
    }
}

fn main() {}
