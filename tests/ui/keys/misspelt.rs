use schema_runtime::Schema;

// -: a misspelt grouping; at `lst`
mod misspelt_grouping {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(lst))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        port: Option<i64>,
    }
}

// -: a misspelt key of computed; at `volatil`
mod misspelt_in_computed {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(computed(volatil))]
        name: String,
    }
}

// syntax: a misspelt key; at `reqired`
mod misspelt_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(reqired)]
        name: String,
    }
}

// syntax: a misspelt key of the struct; at `resorce`
mod misspelt_struct_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resorce = "disk_image")]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

fn main() {}
