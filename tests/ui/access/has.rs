use schema_provider::prelude::*;
use structs::*;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0599: HasChange as in Go; at `HasChange`
mod has_change_as_in_go {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.HasChange("name");
    }
}

// E0061: has_change of two fields; at `has_change`
mod has_change_of_two {
    use super::*;

    pub fn plan(plan: &PlanData<Image>) -> bool {
        plan.has_change(Image::NAME, Image::SIZE_MB)
    }
}

// E0277: another resource's field among others; at `Volume::CHECKSUM`
mod has_changes_of_another_resource {
    use super::*;

    pub fn read(data: &ResourceData<Image>) {
        let _ = data.has_changes((Image::NAME, Volume::CHECKSUM));
    }
}

// E0061: has_changes of two fields that are no tuple; at `has_changes`
mod has_changes_of_two {
    use super::*;

    pub fn update(data: &ResourceData<Image>) -> bool {
        data.has_changes(Image::NAME, Image::SIZE_MB)
    }
}

fn main() {}
