use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

// E0080: a list block of an Option; at `Option<Vec<Rule>>`
mod block_of_an_option {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(list))]
        rule: Option<Vec<Rule>>,
    }
}

// R204: a required nested list of an Option behind an alias; at `Rules`
mod r204_required_option_of_structs {
    use super::*;

    type Rules = Option<Vec<Rule>>;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(required, nested(list))]
        rule: Rules,
    }
}

fn main() {}
