// R228: a state function in a set; at `Set<Rule>`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
struct Rule {
    #[field(required, state_fn = trim)]
    name: String,
}

fn trim(name: &String) -> String {
    name.trim().to_owned()
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set))]
    rule: Set<Rule>,
}

fn main() {}
