// R230: a circle of three structs, to which a relation of a fourth leads; at `std::collections::BTreeMap<String, Target>`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
#[schema(resource = "disk_image", import = "{name}")]
pub struct Image {
    #[field(required, force_new)]
    name: String,
    #[field(optional, conflicts_with(outer.label))]
    label: Option<String>,
    #[field(block(single))]
    outer: Option<Outer>,
}

#[derive(Schema)]
pub struct Outer {
    #[field(optional)]
    label: Option<String>,
    #[field(nested(map), optional)]
    target: std::collections::BTreeMap<String, Target>,
}

#[derive(Schema)]
pub struct Target {
    #[field(nested(single), optional)]
    rule: Option<Rule>,
}

#[derive(Schema)]
pub struct Rule {
    #[field(nested(set), optional)]
    outer: Set<Outer>,
}

fn main() {}
