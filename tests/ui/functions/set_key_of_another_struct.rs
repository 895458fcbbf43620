// E0277: the constant of another struct for set_key; at `Part`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set), set_key = Part::LABEL)]
    rule: Set<Rule>,
}

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

fn main() {}
