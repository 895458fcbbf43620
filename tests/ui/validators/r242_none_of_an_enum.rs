// R242: a text that is none of the values of an enum; at `"zzz"`
use schema_runtime::Schema;
use schema_runtime::SchemaEnum;

#[derive(SchemaEnum)]
enum Format {
    Raw,
    Qcow2,
}

#[derive(Schema)]
#[schema(resource = "disk_image")]
struct Image {
    #[field(optional, validate = one_of("raw", "zzz"))]
    format: Option<Format>,
}

fn main() {}
