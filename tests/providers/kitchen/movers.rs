//! What can become a `kitchen_moved`: several movers, which are asked in order.

use schema_provider::prelude::*;

use super::scalars::Scalars;
use super::upgrade::{Evolved, OldEvolved};

/// What a mover found.
pub(super) struct Found {
    pub(super) text: String,
    /// Where it comes from: the provider, and what else the mover saw.
    pub(super) from: String,
}

/// Nothing, where the source is another one's.
type Mover = fn(&MovedState) -> Result<Option<Found>>;

const MOVERS: [Mover; 6] = [scalars, terraform_data, older, evolved, hashed, named];

/// What the first mover makes of the source that knows it; the first error ends it.
pub(super) fn first_of(from: &MovedState) -> Result<Found> {
    for mover in MOVERS {
        if let Some(found) = mover(from)? {
            return Ok(found);
        }
    }
    bail!("{} cannot become a kitchen_moved", from.type_name());
}

fn scalars(from: &MovedState) -> Result<Option<Found>> {
    if from.type_name() != "kitchen_scalars" {
        return Ok(None);
    }
    Ok(Some(Found {
        text: from.state().read::<Scalars>()?.text().to_owned(),
        from: from.provider_address().to_owned(),
    }))
}

/// Of another provider: Terraform's own.
fn terraform_data(from: &MovedState) -> Result<Option<Found>> {
    /// What of `terraform_data` is needed.
    #[derive(Schema)]
    #[schema(resource = "terraform_data")]
    struct TerraformData {
        #[field(optional)]
        input: Option<Dynamic>,
    }

    if from.type_name() != "terraform_data" {
        return Ok(None);
    }
    let before: TerraformData = from.read("terraform_data", 0)?;
    let text = before.input.map(|input| input.read::<String>());
    Ok(Some(Found {
        text: text.transpose()?.unwrap_or_default(),
        from: from.provider_address().to_owned(),
    }))
}

/// As an older release of the kitchen wrote it.
fn older(from: &MovedState) -> Result<Option<Found>> {
    if from.type_name() != "kitchen_evolved" || from.state().version() != 1 {
        return Ok(None);
    }
    let old: OldEvolved = from.read("kitchen_evolved", 1)?;
    if old.size_kb == 0 {
        bail!("{} has no size that could be moved", old.name);
    }
    Ok(Some(Found {
        text: old.name,
        from: format!("version 1, {} KiB", old.size_kb),
    }))
}

fn evolved(from: &MovedState) -> Result<Option<Found>> {
    if from.type_name() != "kitchen_evolved" {
        return Ok(None);
    }
    let new: Evolved = from.read("kitchen_evolved", 2)?;
    Ok(Some(Found {
        text: new.name,
        from: format!("version 2, {} MiB", new.size_mb),
    }))
}

/// What is kept with the source is there.
fn hashed(from: &MovedState) -> Result<Option<Found>> {
    if from.type_name() != "kitchen_hashed_secret" {
        return Ok(None);
    }
    let attributes = from.state().attributes()?;
    let kept = |key: &str| from.private().get(key).map_or(0, <[u8]>::len);
    Ok(Some(Found {
        text: attributes.get("name").cloned().unwrap_or_default(),
        from: format!("{} bytes of a hash", kept("secret")),
    }))
}

/// Anything of another provider that has a name, whatever else it has.
fn named(from: &MovedState) -> Result<Option<Found>> {
    let attributes = from.state().attributes()?;
    let name = attributes.get("name").filter(|_| {
        let kitchen = from.provider_address().ends_with("/kitchen");
        !kitchen
    });
    Ok(name.map(|name| Found {
        text: name.clone(),
        from: format!(
            "{} of {}, version {}",
            from.type_name(),
            from.provider_address(),
            from.state().version()
        ),
    }))
}
