use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: no id; at `None`
mod none_as_an_id {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set_id(None);
    }
}

// E0283: a bare None, which has no type; at `set`
mod none_in_set {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(Image::SIZE_MB, None);
    }
}

// E0283: a bare None in a plan; at `set_new`
mod none_in_set_new {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_new(Image::SIZE_MB, None);
    }
}

fn main() {}
