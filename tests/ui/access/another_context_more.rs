use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: an error of a plan; at `error`
mod error_of_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.error("no");
    }
}

// E0277: force_new of a plan; at `force_new`
mod force_new_in_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.force_new(Image::NAME);
    }
}

// E0277: a log of the context; at `log`
mod log_of_a_context {
    use super::*;

    pub fn create(cx: &Cx<Image>) {
        cx.log("created");
    }
}

// E0277: a warning of the data; at `warn`
mod warn_of_data {
    use super::*;

    pub fn read(data: &mut ResourceData<Image>) {
        data.warn("slow");
    }
}

fn main() {}
