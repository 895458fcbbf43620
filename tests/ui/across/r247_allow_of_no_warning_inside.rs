// R247: allow of a warning that the nested struct does not give; at `computed_in_set`
use schema_runtime::Schema;
use schema_runtime::field_type::Set;

#[derive(Schema)]
pub struct Rule {
    #[field(optional)]
    port: Option<i64>,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
pub struct Image {
    #[field(block(set), allow(computed_in_set, reason = "rules are few"))]
    rule: Set<Rule>,
}

fn main() {}
