// R226: computed(when_changed) names no field of a nested struct; at `prt`
use schema_runtime::Schema;

#[derive(Schema)]
struct Rule {
    #[field(required)]
    port: i64,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed(when_changed(rule.prt)))]
    hash: String,
    #[field(block(list))]
    rule: Vec<Rule>,
}

fn main() {}
