// R24: the name of a flattened struct in another one; at `port`
use schema_runtime::Schema;

#[derive(Schema)]
struct Endpoint {
    #[field(optional)]
    port: Option<u16>,
}

#[derive(Schema)]
struct Common {
    #[field(flatten)]
    endpoint: Endpoint,
}

#[derive(Schema)]
#[schema(resource = "net_listener")]
struct Listener {
    #[field(flatten)]
    common: Common,
    #[field(optional, conflicts_with(common.endpoint.port))]
    any_port: Option<bool>,
}

fn main() {}
