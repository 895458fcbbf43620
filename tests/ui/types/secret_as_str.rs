// E0277: a secret as a `&str`; at `as_str`
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
    let _ = config.require(Disk::TOKEN)?.as_str();
    Ok(())
}

fn main() {}
