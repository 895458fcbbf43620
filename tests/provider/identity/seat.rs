//! A resource whose identity has scalars of each type, and a list.

use schema_provider::prelude::*;

use super::Library;

/// The identity of a seat: scalars of each type, and a list.
#[derive(Schema)]
#[schema(identity)]
pub struct SeatIdentity {
    #[field(required)]
    pub row: i64,
    #[field(required)]
    pub window: bool,
    #[field(optional)]
    pub height: Option<f64>,
    #[field(optional)]
    pub lamps: Vec<String>,
}

/// A seat.
#[derive(Schema)]
#[schema(resource = "lib_seat", identity = SeatIdentity)]
pub struct Seat {
    #[field(required, force_new)]
    row: i64,
    #[field(optional, force_new)]
    window: Option<bool>,
}

impl Seat {
    fn identify(data: &mut ResourceData<Self>) {
        let (row, window) = (data.get(Seat::ROW), data.get(Seat::WINDOW));
        data.set_id(format!("seat {row}"));
        data.set_identity(SeatIdentity {
            row,
            window: window.unwrap_or_default(),
            height: Some(0.75),
            lamps: vec!["left".to_owned(), "right".to_owned()],
        });
    }
}

impl Resource for Seat {
    type Provider = Library;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Seat::identify(data);
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Seat::identify(data);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let Some(asked) = data.identity() else {
            bail!("nothing was asked for");
        };
        data.set(Seat::ROW, asked.row);
        data.set(Seat::WINDOW, Some(asked.window));
        data.set_id(format!("seat {}", asked.row));
        Ok(())
    }
}

/// How a place is lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SchemaEnum)]
pub enum Light {
    Window,
    Lamp,
}

/// A place, imported by a pattern of what its identity may omit.
#[derive(Schema)]
#[schema(
    resource = "lib_place",
    import = "{room}/{light}/{row}",
    identity(room(optional), light(optional), row)
)]
pub struct Place {
    #[field(optional, computed, force_new)]
    room: Option<String>,
    #[field(optional, default = Light::Lamp, force_new, allow(force_new_default, reason = "no object is imported with another"))]
    light: Light,
    #[field(required, force_new)]
    row: i64,
}

impl Resource for Place {
    type Provider = Library;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("place");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}
