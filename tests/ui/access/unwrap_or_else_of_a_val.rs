// E0277: unwrap_or_else of a setting; at `unwrap_or_else`
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
    let _ = config.value(Disk::REGION).unwrap_or_else(String::new);
    Ok(())
}

fn main() {}
