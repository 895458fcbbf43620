use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

// C2: a schema version below zero; at `version`
mod c002_version_below_zero {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image", version = -1)]
    struct Image {
        #[field(optional)]
        name: Option<String>,
    }
}

// C11: min_items below zero; at `min_items`
mod c011_items_below_zero {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list, min_items = -1))]
        rule: Vec<Rule>,
    }

    #[derive(Schema)]
    struct Rule {
        #[field(optional)]
        port: Option<i64>,
    }
}

// C14: min_items above max_items; at `min_items`
mod c014_min_above_max {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list, min_items = 3, max_items = 2))]
        rule: Vec<Rule>,
    }
}

// R39: min_items on a scalar; at `min_items`
mod r039_min_items_on_a_scalar {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(optional, min_items = 1)]
        name: Option<String>,
    }
}

// R232: max_items = 0; at `max_items`
mod r232_max_items_zero {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list, max_items = 0))]
        rule: Vec<Rule>,
    }
}

fn main() {}
