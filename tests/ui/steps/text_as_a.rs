use schema_provider::testing::{ProviderTest, Step, creates, object};
use provider::*;
use structs::*;

#[path = "../fixtures/provider.rs"]
mod provider;

#[path = "../fixtures/structs.rs"]
mod structs;

// E0277: an address for a check; at `"disk_image.a"`
mod text_as_a_plan_check {
    use super::*;

    pub fn test() {
        let test = ProviderTest::new::<Disk>();
        let step = Step::apply("");
        let made = creates("disk_image.a");
        let image = object("disk_image.a").attr(Image::NAME);
        let _ = (&test, &step, &made, &image);
        let _ = step.plans("disk_image.a");
    }
}

// E0277: a configuration for a step; at `"resource"`
mod text_as_a_step {
    use super::*;

    pub fn test() {
        let test = ProviderTest::new::<Disk>();
        let step = Step::apply("");
        let made = creates("disk_image.a");
        let image = object("disk_image.a").attr(Image::NAME);
        let _ = (&test, &step, &made, &image);
        test.step("resource").run();
    }
}

fn main() {}
