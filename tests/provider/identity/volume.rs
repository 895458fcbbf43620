//! A resource whose identity is planned by its hook, in part or whole.

use schema_provider::prelude::*;

use super::Library;

/// The identity of a volume: a separate struct, which the plan hook knows in part.
#[derive(Schema)]
#[schema(identity, mutable(place))]
pub struct VolumeIdentity {
    #[field(required)]
    pub shelf: String,
    #[field(required)]
    pub serial: i64,
    #[field(optional)]
    pub place: Option<String>,
}

/// A volume.
#[derive(Schema)]
#[schema(resource = "lib_volume", identity = VolumeIdentity)]
pub struct Volume {
    #[field(required, force_new)]
    shelf: String,
    #[field(optional)]
    place: Option<String>,
    /// What the hook, and create, derive from it.
    #[field(optional)]
    how: Option<String>,
}

impl Volume {
    fn identity_of(data: &ResourceData<Self>, serial: i64) -> VolumeIdentity {
        VolumeIdentity {
            shelf: format!("shelf {}", data.get(Volume::SHELF)),
            serial,
            place: data.get(Volume::PLACE),
        }
    }
}

impl Resource for Volume {
    type Provider = Library;

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        let how = plan.value(Volume::HOW).known().unwrap_or_default();
        if how == "silent" {
            return Ok(());
        }
        // Every plan sets it, also that of an object that stays.
        if let Val::Known(shelf) = plan.value(Volume::SHELF) {
            plan.set_identity_field(VolumeIdentity::SHELF, format!("shelf {shelf}"));
        }
        match plan.value(Volume::PLACE) {
            Val::Known(place) => plan.set_identity_field(VolumeIdentity::PLACE, Some(place)),
            Val::Null => plan.set_identity_field(VolumeIdentity::PLACE, None::<String>),
            Val::Unknown => {}
        }
        match how.as_str() {
            "whole" => plan.set_identity_field(VolumeIdentity::SERIAL, 7),
            "other" => plan.set_identity(VolumeIdentity {
                shelf: "elsewhere".to_owned(),
                serial: 8,
                place: None,
            }),
            _ => {}
        }
        Ok(())
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("7");
        let how = data.get(Volume::HOW).unwrap_or_default();
        // All of it was planned, and is available.
        if how == "whole" {
            if data.identity().map(|planned| planned.serial) != Some(7) {
                bail!("the plan is not here");
            }
            return Ok(());
        }
        let identity = Volume::identity_of(data, 7);
        data.set_identity(identity);
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let identity = Volume::identity_of(data, 7);
        data.set_identity(identity);
        Ok(())
    }

    async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("7");
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Volume {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
