// E0599: Id as in Go; at `Id`
use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

pub fn read(data: &ResourceData<Image>) {
    let _ = data.Id();
}

fn main() {}
