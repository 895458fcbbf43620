// R51: a state function on a computed-only field; at `state_fn`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(computed, state_fn = lower)]
    a: String,
}

fn lower(text: &str) -> String {
    text.to_lowercase()
}

fn main() {}
