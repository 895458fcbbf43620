// E0277: a secret in a text; at `token`
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
    let token = config.require(Disk::TOKEN)?;
    let _ = format!("Bearer {}", token);
    Ok(())
}

fn main() {}
