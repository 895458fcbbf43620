//! The conformance kit finds nothing in this provider.

use std::path::Path;

use schema_provider::testing::conformance::{Class, Conformance, Example};
use terraform_provider_disk::{
    Disk, Image, ImageDataSource, SizeMb, Snapshot, States, TemporaryCopy, Verify,
};

const MANY: &str = r#"
name    = "a"
size_mb = 8
labels  = { use = "test" }
partition {
  label   = "root"
  size_mb = 2
}
partition {
  label   = "home"
  size_mb = 3
  kind    = "home"
}
"#;

const BASE: &str = r#"
name    = "base"
size_mb = 4
labels  = { use = "base" }
partition {
  label   = "root"
  size_mb = 2
  kind    = "linux"
}
"#;

#[test]
fn schemas_pass_the_checks_at_run_time() {
    let found = schema_provider::testing::check_schemas::<Disk>();
    assert!(!found.has_errors(), "{found}");
}

#[test]
fn the_provider_conforms() {
    let directory = tempfile::tempdir().expect("a directory");
    let images = directory.path().to_owned();
    let report = Conformance::new::<Disk>()
        .settings(format!("directory = {:?}", directory.path()))
        .given("base", Example::<Image>::hcl(BASE))
        .given(
            "other",
            Example::<Image>::hcl("name = \"other\"\nsize_mb = 4"),
        )
        .given(
            "copy",
            Example::<Snapshot>::hcl("name = \"copy\"\nimage_id = disk_image.base.id"),
        )
        .example(
            Example::<Image>::hcl(MANY)
                .alternative(Image::SIZE_MB, 16)
                .drift("deleted by hand", move |data| {
                    std::fs::remove_file(data.get(Image::PATH)).expect("the file");
                }),
        )
        .example(Example::<Image>::hcl("name = \"plain\"").alternative(Image::SNAPSHOT_ID, "copy"))
        .example(
            Example::<Image>::hcl("name = \"b\"\nsnapshot_id = disk_snapshot.copy.id")
                .allow(
                    Class::ReadNeverSets,
                    Image::SNAPSHOT_ID,
                    "an image file does not say what it was copied from",
                )
                .allow(
                    Class::ListDiffers,
                    Image::SNAPSHOT_ID,
                    "an image file does not say what it was copied from",
                ),
        )
        .example(
            Example::<Snapshot>::hcl("name = \"s\"\nimage_id = disk_image.base.id")
                .alternative(Snapshot::IMAGE_ID, "other"),
        )
        .lookup(Example::<ImageDataSource>::hcl(
            "name = disk_image.base.name",
        ))
        .open(Example::<TemporaryCopy>::hcl(
            "image = disk_image.base.name",
        ))
        .invoke(Example::<Verify>::hcl(
            "image_id = disk_image.base.id\nsha256 = disk_image.base.sha256",
        ))
        .state_store(Example::<States>::hcl(""))
        .call(SizeMb {
            text: "2GiB".to_owned(),
        })
        .run();
    report.assert_clean();
    println!("{report}");
    // Nothing is left behind.
    assert_eq!(files(&images), Vec::<String>::new(), "{report}");
}

/// The names of the files in a folder and those below it; locks stay, and are hidden.
fn files(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            found.extend(files(&entry.path()));
        } else if !name.starts_with('.') {
            found.push(name);
        }
    }
    found
}
