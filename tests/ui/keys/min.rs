use schema_runtime::Schema;

// syntax: a key of another library; at `min`
mod min {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(optional, min = 1)]
        name: Option<String>,
    }
}

// -: both limits as keys, which are one validator; at `min`
mod min_and_max {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, min = 1, max = 10)]
        field: Option<i64>,
    }
}

// -: min_items of a nested attribute; at `min_items`
mod min_items_of_an_attribute {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, nested(list, min_items = 1))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        port: Option<i64>,
    }
}

fn main() {}
