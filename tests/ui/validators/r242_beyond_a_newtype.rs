// R242: a range beyond what a newtype holds; at `70000..`
use schema_runtime::Schema;
use schema_runtime::SchemaNewtype;

#[derive(SchemaNewtype)]
struct Port(u16);

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = range(70000..))]
    port: Option<Port>,
}

fn main() {}
