use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: a string for a number; at `"8"`
mod text_for_a_number {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_new(Image::SIZE_MB, "8");
    }
}

// E0277: a string for an enum; at `"standard"`
mod text_for_an_enum {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(Image::TIER, "standard");
    }
}

// E0277: get of a string in a configuration; at `"name"`
mod text_in_a_configuration {
    use super::*;

    pub fn validate(config: &ConfigData<'_, Image>) {
        let _ = config.value("name");
    }
}

// E0277: get of a string in a plan; at `"name"`
mod text_in_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        let _ = plan.value("name");
    }
}

// E0277: get of a string; at `"name"`
mod text_in_get {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get("name");
    }
}

// E0277: get_ok of a string; at `"name"`
mod text_in_get_ok {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get_ok("name");
    }
}

// E0277: get of a string and a type; at `"name"`
mod text_in_get_with_a_type {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.get::<String>("name");
    }
}

// E0277: has_change of a string; at `"name"`
mod text_in_has_change {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.has_change("name");
    }
}

// E0277: require of a string; at `"name"`
mod text_in_require {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.require("name");
    }
}

// E0277: set of a string; at `"sha256"`
mod text_in_set {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set("sha256", "a");
    }
}

// E0277: set_new of a string; at `"sha256"`
mod text_in_set_new {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_new("sha256", "a");
    }
}

fn main() {}
