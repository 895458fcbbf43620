use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

#[derive(Schema)]
struct Part {
    #[field(optional)]
    label: Option<String>,
}

// E0277: a function of another form for set_key; at `key`
mod set_key {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set), set_key = key)]
        rule: Set<Rule>,
    }

    fn key(text: &str) -> i64 {
        text.len() as i64
    }
}

// E0277: the constant of another struct for set_key; at `Part`
mod set_key_of_another_struct {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set), set_key = Part::LABEL)]
        rule: Set<Rule>,
    }
}

// E0599: the constant of no field for set_key; at `PROT`
mod set_key_of_no_field {
    use super::*;

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    struct Image {
        #[field(block(set), set_key = PROT)]
        rule: Set<Rule>,
    }
}

fn main() {}
