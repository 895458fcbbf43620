use schema_provider::testing::{ProviderTest, Step, creates, object};
use provider::*;
use structs::*;

#[path = "../fixtures/provider.rs"]
mod provider;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: an attribute that nothing is said of; at `image`
mod attribute_without_end {
    use super::*;

    pub fn test() {
        let test = ProviderTest::new::<Disk>();
        let step = Step::apply("");
        let made = creates("disk_image.a");
        let image = object("disk_image.a").attr(Image::NAME);
        let _ = (&test, &step, &made, &image);
        let _ = step.saves(image);
    }
}

// E0061: a value is checked with `is`; at `equals`
mod equals_of_a_value {
    use super::*;

    pub fn test() {
        let test = ProviderTest::new::<Disk>();
        let step = Step::apply("");
        let made = creates("disk_image.a");
        let image = object("disk_image.a").attr(Image::NAME);
        let _ = (&test, &step, &made, &image);
        let _ = Step::apply("").output("a").equals("b");
    }
}

// E0061: the id as a second argument; at `Step::import`
mod import_with_its_id {
    use super::*;

    pub fn test() {
        let test = ProviderTest::new::<Disk>();
        let step = Step::apply("");
        let made = creates("disk_image.a");
        let image = object("disk_image.a").attr(Image::NAME);
        let _ = (&test, &step, &made, &image);
        let _ = Step::import("disk_image.a", "1");
    }
}

// E0277: a check of a plan for one of what is saved; at `made`
mod plan_check_of_a_saved_object {
    use super::*;

    pub fn test() {
        let test = ProviderTest::new::<Disk>();
        let step = Step::apply("");
        let made = creates("disk_image.a");
        let image = object("disk_image.a").attr(Image::NAME);
        let _ = (&test, &step, &made, &image);
        let _ = step.saves(made);
    }
}

fn main() {}
