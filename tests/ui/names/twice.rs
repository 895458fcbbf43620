use schema_runtime::Schema;

// C10: an attribute and a block of one name; at `"rule"`
mod c010_attribute_and_block {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        rule: Option<String>,
        #[field(block(list), rename = "rule")]
        rules: Vec<Rule>,
    }

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        port: Option<i64>,
    }
}

// R218: two fields of one name; at `"name"`
mod r218_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        name: Option<String>,
        #[field(optional, rename = "name")]
        title: Option<String>,
    }
}

// R223: a field named timeouts beside timeouts; at `timeouts`
mod r223_timeouts_twice {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", timeouts(create = "1m"))]
    struct Image {
        #[field(optional)]
        timeouts: Option<String>,
    }
}

// -: two fields whose constants would be the same; at `SIZE`
mod same_constant {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional)]
        size: Option<i64>,
        #[allow(non_snake_case)]
        #[field(optional, rename = "other")]
        SIZE: Option<i64>,
    }
}

fn main() {}
