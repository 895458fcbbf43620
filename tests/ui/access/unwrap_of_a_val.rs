// E0277: unwrap of a value of a plan; at `unwrap`
use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

pub fn plan(plan: &mut PlanData<Image>) {
    let _ = plan.value(Image::NAME).unwrap();
}

fn main() {}
