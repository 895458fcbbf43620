use schema_provider::prelude::*;
use provider::*;
use structs::*;

#[path = "../fixtures/provider.rs"]
mod provider;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: set of a plan; at `set`
mod set_in_a_plan {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set(Image::SHA256, "a");
    }
}

// E0277: set_new of another resource's field; at `Volume::CHECKSUM`
mod set_new_of_another_resource {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_new(Volume::CHECKSUM, "a");
    }
}

// E0277: null for what the provider cannot plan; at `set_null`
mod set_null_of_a_configured_field {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_null(Image::NAME);
    }
}

// E0277: set of a configuration; at `set`
mod set_of_a_configuration {
    use super::*;

    pub fn validate(config: &ConfigData<'_, Image>) {
        let _ = config.set(Image::NAME, "a");
    }
}

// E0277: set of a nested struct's field; at `Part::LABEL`
mod set_of_a_nested_field {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(Part::LABEL, "a");
    }
}

// E0277: set of another resource's field; at `Volume::CHECKSUM`
mod set_of_another_resource {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set(Volume::CHECKSUM, "a");
    }
}

// E0599: state is written field by field; at `set_state`
mod set_state_of_data {
    use super::*;

    impl Resource for Image {
        type Provider = Disk;
        async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_state(());
            Ok(())
        }
        nothing_to_read!();
        async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
            Ok(())
        }
    }
}

// E0277: set_unknown of a field of an element that only the configuration sets; at `set_unknown`
mod set_unknown_of_a_nested_field {
    use super::*;

    pub fn plan(plan: &mut PlanData<Image>) {
        plan.set_unknown(Image::PART.at(0).then(Part::LABEL));
    }
}

// E0277: set_unknown of the data of a call; at `set_unknown`
mod set_unknown_outside_a_plan {
    use super::*;

    pub fn create(data: &mut ResourceData<Image>) {
        data.set_unknown(Image::SHA256);
    }
}

fn main() {}
