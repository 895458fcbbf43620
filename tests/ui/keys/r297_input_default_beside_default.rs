// R297: input_default beside a default; at `input_default`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(provider = "disk")]
struct Disk {
    #[field(optional, default = "here", input_default = "there")]
    place: String,
}

fn main() {}
