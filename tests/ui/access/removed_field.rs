use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a removed field; at `Image::ZONE`
mod removed_field {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get(Image::ZONE);
    }
}

// E0277: a removed field of a plan; at `Image::ZONE`
mod removed_field_in_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_unknown(Image::ZONE);
    }
}

// E0277: a removed field among others; at `Image::ZONE`
mod removed_field_in_has_changes {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.has_changes((Image::NAME, Image::ZONE));
    }
}

// E0277: a removed field in set; at `Image::ZONE`
mod removed_field_in_set {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(Image::ZONE, "a");
    }
}

// E0277: a removed field of a configuration; at `Image::ZONE`
mod removed_field_of_a_configuration {
    use super::*;

    pub fn validate(config: &ConfigData<'_, Image>) {
        let _ = config.value(Image::ZONE);
    }
}

fn main() {}
