use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a number compared with what a plan answers; at `==`
mod val_equal_to_a_number {
    use super::*;

    pub fn plan(plan: &PlanData<Image>) -> bool {
        plan.value(Image::SIZE_MB) == 5
    }
}

// E0277: a string compared with a value of a configuration; at `!=`
mod val_equal_to_a_text {
    use super::*;

    pub fn check(config: ConfigData<'_, Image>) -> bool {
        config.value(Image::NAME) != "a"
    }
}

// E0277: an Option compared with what a plan answers; at `==`
mod val_equal_to_some {
    use super::*;

    pub fn plan(plan: &PlanData<Image>) -> bool {
        plan.value(Image::SIZE_MB) == Some(5)
    }
}

// E0277: less than before, of what a plan answers; at `<`
mod val_less_than_before {
    use super::*;

    pub fn plan(plan: &PlanData<Image>) -> bool {
        plan.value(Image::SIZE_MB) < plan.prior(Image::SIZE_MB)
    }
}

// E0277: more than, of what a plan answers; at `>`
mod val_more_than_a_number {
    use super::*;

    pub fn plan(plan: &PlanData<Image>) -> bool {
        plan.value(Image::SIZE_MB) > 5
    }
}

fn main() {}
