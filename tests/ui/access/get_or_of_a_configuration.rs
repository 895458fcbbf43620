// E0599: a default where it is read; at `get_or`
use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    #[field(optional)]
    region: Option<String>,
    #[field(required, sensitive)]
    token: Secret,
}

pub fn code(config: &ConfigData<'_, Disk>) -> Result {
    let _ = config.get_or(Disk::REGION, "eu");
    Ok(())
}

fn main() {}
