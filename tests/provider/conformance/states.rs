//! State tests: the errors that they find, and their messages.

use std::time::Duration;

use schema_provider::prelude::*;
use schema_provider::testing::StateTest;

/// Disk images.
#[derive(Schema)]
#[schema(provider = "disk")]
pub struct Disk {
    /// The number of KiB per MiB here.
    #[field(optional, default = 1024)]
    kib: i64,
}

impl Provider for Disk {
    type Client = i64;
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Image]
    }
    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<i64> {
        Ok(config.require(Disk::KIB)?)
    }
}

/// The size in KiB, as a string.
#[derive(Schema)]
#[schema(resource = "disk_image", version = 0)]
pub struct ImageV0 {
    #[field(required)]
    size: String,
}

/// The size in MiB.
#[derive(Schema)]
#[schema(resource = "disk_image", version = 1)]
pub struct ImageV1 {
    #[field(required)]
    size_mb: i64,
}

/// With labels, and a partition.
#[derive(Schema)]
#[schema(resource = "disk_image", version = 2)]
pub struct Image {
    #[field(required)]
    size_mb: i64,
    #[field(optional)]
    labels: BTreeMap<String, String>,
}

impl Resource for Image {
    type Provider = Disk;
    async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
    async fn upgrade(cx: &Cx<Self>, old: &OldState, data: &mut ResourceData<Self>) -> Result {
        if old.id().as_deref() == Some("slow") {
            cx.race(std::future::pending::<()>()).await?;
        }
        let kib = *cx.client()?;
        old.upgrade::<ImageV0>()?
            .then(|v0| {
                let size_mb = v0.size.parse::<i64>()? / kib;
                Ok(ImageV1 { size_mb })
            })?
            .then(|v1| {
                Ok(Image {
                    size_mb: v1.size_mb,
                    labels: [("from".to_owned(), "1".to_owned())].into(),
                })
            })?
            .write(data)
    }
    async fn move_from(cx: &Cx<Self>, from: &MovedState, data: &mut ResourceData<Self>) -> Result {
        let old: ImageV1 = from.read("old_image", 1)?;
        data.set_id(from.state().id().unwrap_or_default());
        data.set(Image::SIZE_MB, old.size_mb);
        data.set(
            Image::LABELS,
            BTreeMap::from([("client".to_owned(), cx.client().is_ok().to_string())]),
        );
        Ok(())
    }
}

impl Update for Image {
    async fn update(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

const LABELLED: &str = r#"{"id": "a", "size_mb": 8, "labels": {"from": "1"}}"#;

#[test]
fn every_version_and_every_move_is_run() {
    StateTest::new::<Image>()
        .version(0, r#"{"id": "a", "size": "8192"}"#)
        .becomes(LABELLED)
        .version(1, r#"{"id": "a", "size_mb": 8}"#)
        .becomes(LABELLED)
        // The present version is not upgraded.
        .version(2, r#"{"id": "a", "size_mb": 8, "labels": null}"#)
        .becomes(r#"{"id": "a", "size_mb": 8}"#)
        // As under Terraform, there is no client in a move.
        .moved(
            "registry.terraform.io/x/old",
            "old_image",
            1,
            r#"{"id": "a", "size_mb": 8}"#,
        )
        .becomes(r#"{"id": "a", "size_mb": 8, "labels": {"client": "false"}}"#)
        .moved(
            "registry.terraform.io/x/old",
            "new_image",
            1,
            r#"{"id": "a", "size_mb": 8}"#,
        )
        .fails("new_image")
        .version(0, r#"{"id": "a", "size": "big"}"#)
        .fails("invalid digit")
        .version(3, r#"{"id": "a"}"#)
        .fails("newer")
        .run();
}

#[test]
fn upgrades_get_the_configured_client() {
    StateTest::new::<Image>()
        .settings("kib = 1000")
        .version(0, r#"{"id": "a", "size": "8000"}"#)
        .becomes(LABELLED)
        .version(1, r#"{"id": "a", "size_mb": 8}"#)
        .becomes(LABELLED)
        .run();
    let failures = StateTest::new::<Image>()
        .settings("kb = 1000")
        .try_run()
        .unwrap_err();
    assert!(
        failures[0].to_string().contains("the settings"),
        "{}",
        failures[0]
    );
    assert!(failures[0].to_string().contains("kb"), "{}", failures[0]);
}

#[test]
fn mistakes_are_reported_with_file_line_and_field() {
    let failures = StateTest::new::<Image>()
        .version(1, r#"{"id": "a", "size_mb": 8}"#)
        .becomes(r#"{"id": "a", "size_mb": 9, "labels": {"from": "2"}}"#)
        .version(1, r#"{"id": "a", "size_mb": 8}"#)
        .fails("no way")
        .try_run()
        .unwrap_err();
    let texts: Vec<String> = failures.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), 3, "{texts:#?}");
    for (text, parts) in texts.iter().zip([
        &[
            "the state of version 0",
            "there is none for disk_image, though the schema is at version 2",
        ][..],
        &[
            "the state of version 1",
            "size_mb: is 8, but should be 9",
            "labels.from: is \"1\", but should be \"2\"",
        ],
        &[
            "the state of version 1",
            "it is accepted, but should fail with an error that matches \"no way\"",
        ],
    ]) {
        assert!(text.starts_with(concat!(file!(), ":")), "{text}");
        for part in parts {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
    assert_eq!(failures[2].step(), 2);
}

#[test]
fn an_upgrade_that_hangs_ends_with_the_deadline() {
    let failures = StateTest::new::<Image>()
        .version(1, r#"{"id": "a", "size_mb": 8}"#)
        .becomes(LABELLED)
        .version(0, r#"{"id": "slow", "size": "8192"}"#)
        .becomes(LABELLED)
        .deadline(Duration::from_secs(3))
        .try_run()
        .unwrap_err();
    let text = failures[0].to_string();
    for part in [
        "the state of version 0",
        "did not end within its deadline of 3.0 s",
        "the provider's code: upgrade of disk_image",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(failures[0].step(), 2);
}
