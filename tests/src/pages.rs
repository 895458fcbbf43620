//! Programs beside those of a page, which a reader need not see.

use schema_provider::testing::{ProviderTest, Step};

use crate::chapters::says;

#[allow(unreachable_pub, reason = "as a page has it")]
mod checksum {
    use schema_provider::prelude::*;

    crate::provider!(Disk "disk" Image);

    #[derive(Schema)]
    #[schema(resource = "disk_image")]
    pub struct Image {
        #[field(required)]
        name: String,
        #[field(computed)]
        sha256: String,
    }

    impl Resource for Image {
        type Provider = Disk;

        async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set_id("1");
            Self::update(cx, data).await
        }

        nothing_to_read!();
        crate::no_delete!();
    }

    impl Update for Image {
        async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
            data.set(Image::SHA256, format!("sum of {}", data.get(Image::NAME)));
            Ok(())
        }
    }
}

/// A computed value changes in an update, and the plan did not say so: the test ends with these
/// words.
pub fn a_checksum_changes(words: &str) {
    let named = |name: &str| {
        Step::apply(format!(
            "resource \"disk_image\" \"a\" {{\n  name = \"{name}\"\n}}\n"
        ))
    };
    let test = ProviderTest::new::<checksum::Disk>().only_in_process("a page");
    let failure = test.step(named("a")).step(named("b")).try_run();
    let failure = failure.expect_err("the plan does not announce the checksum");
    assert_eq!(failure.step(), 2);
    assert!(says(&failure.text(), words), "{failure}");
}
