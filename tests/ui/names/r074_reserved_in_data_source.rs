// R74: a name of Terraform's own in a data source; at `depends_on`
use schema_runtime::Schema;

#[derive(Schema)]
#[schema(data_source = "disk_image")]
struct Lookup {
    #[field(optional)]
    depends_on: Option<String>,
}

fn main() {}
