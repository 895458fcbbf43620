use schema_provider::prelude::*;

#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    #[field(optional)]
    region: Option<String>,
    #[field(required, sensitive)]
    token: Secret,
}

// E0277: a secret as a `&str`; at `as_str`
mod secret_as_str {
    use super::*;

    pub fn code(config: &ConfigData<'_, Disk>) -> Result {
        let _ = config.require(Disk::TOKEN)?.as_str();
        Ok(())
    }
}

// E0277: a secret in a string; at `token`
mod secret_as_text {
    use super::*;

    pub fn code(config: &ConfigData<'_, Disk>) -> Result {
        let token = config.require(Disk::TOKEN)?;
        let _ = format!("Bearer {}", token);
        Ok(())
    }
}

fn main() {}
