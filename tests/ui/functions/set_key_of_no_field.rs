// E0599: the constant of no field for set_key; at `PROT`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(block(set), set_key = PROT)]
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
