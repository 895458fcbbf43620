//! Examples that do not fit the schemas, and what they may use: each is reported with its place.

use super::Folder;

#[tokio::test]
async fn an_example_that_is_not_what_the_schema_says_is_reported_with_its_place() {
    let mut wrong = Vec::new();
    for (path, from, to, parts) in [
        (
            "examples/provider/provider.tf",
            "directory",
            "direktory",
            &["on examples/provider/provider.tf line 10", "direktory"][..],
        ),
        (
            "examples/resources/disk_image/resource.tf",
            "size_mb = 96",
            "size_mb = 1",
            &["resource.tf line 3", "between 2 and 1048576"],
        ),
        (
            "examples/resources/disk_image/resource.tf",
            "name    = \"system\"",
            "",
            &["Missing required argument", "name"],
        ),
        (
            "examples/resources/disk_image/resource.tf",
            "partition {",
            "partitions {",
            &["partitions", "partition"],
        ),
        (
            "examples/resources/disk_image/resource-snapshot.tf",
            "disk_snapshot.golden.id",
            "disk_snapshot.gold.id",
            &["resource-snapshot.tf line 5", "disk_snapshot"],
        ),
        (
            "examples/resources/disk_image/resource-snapshot.tf",
            "resource \"disk_image\" \"copy\" {",
            "resource \"disk_imgae\" \"copy\" {",
            &["disk_imgae", "disk_image"],
        ),
        (
            "examples/resources/disk_image/resource.tf",
            "resource \"disk_image\"",
            "data \"disk_image\"",
            &["it has no block resource \"disk_image\""],
        ),
        (
            "examples/resources/disk_image/resource.tf",
            "96",
            "96 +",
            &["resource.tf"],
        ),
        (
            "examples/resources/disk_image/import.sh",
            "disk_image.system",
            "disk_snapshot.system",
            &["import.sh: it imports disk_snapshot.system, which is no disk_image"],
        ),
        (
            "examples/resources/disk_image/import.sh",
            "system system",
            "system",
            &["import.sh: a command has no id"],
        ),
        (
            "examples/resources/disk_image/import.sh",
            "terraform import",
            "tofu import",
            &["import.sh: it has no command"],
        ),
        (
            "examples/resources/disk_image/import.sh",
            "disk_image.system",
            "system",
            &["import.sh: a command has no address"],
        ),
        (
            "examples/resources/disk_image/import-by-string-id.tf",
            "disk_image.system",
            "disk_image.other",
            &["it imports into disk_image.other, and there is no such block"],
        ),
        (
            "examples/resources/disk_image/import-by-string-id.tf",
            "disk_image.system",
            "disk_snapshot.system",
            &["it imports disk_snapshot.system, which is no disk_image"],
        ),
        (
            "examples/resources/disk_image/import-by-string-id.tf",
            "id = \"system\"",
            "identity = { name = \"a\" }",
            &[
                "import-by-string-id.tf line 1",
                "it has to import by an id.",
            ],
        ),
        (
            "examples/resources/disk_image/import-by-string-id.tf",
            "id = \"system\"",
            "id = null",
            &["import-by-string-id.tf line 1", "null"],
        ),
        (
            "examples/resources/disk_image/import-by-identity.tf",
            "identity = {\n    name = \"system\"\n  }",
            "id = \"system\"",
            &[
                "import-by-identity.tf line 1",
                "it has to import by an identity.",
            ],
        ),
        (
            "examples/resources/disk_image/import-by-identity.tf",
            "name = ",
            "nam = ",
            &["import-by-identity.tf line 3", "nam"],
        ),
        (
            "examples/resources/disk_image/import-by-identity.tf",
            "name = \"system\"",
            "",
            &["import-by-identity.tf line 3", "name"],
        ),
        (
            "examples/data-sources/disk_image/data-source.tf",
            "name = \"system\"",
            "name = 5 + \"a\"",
            &["data-source.tf line 2"],
        ),
        (
            "examples/data-sources/disk_image/data-source.tf",
            "disk_image.system.partition",
            "disk_image.system.partitions",
            &["partitions"],
        ),
        (
            "examples/data-sources/disk_image/data-source.tf",
            "one(",
            "onee(",
            &["onee"],
        ),
        (
            "examples/functions/size_mb/function.tf",
            "\"2GiB\"",
            "\"2GB\"",
            &["function.tf line 3", "^[0-9]+ ?[KMGT]iB$"],
        ),
        (
            "examples/functions/size_mb/function.tf",
            "disk::size_mb",
            "disk::size",
            &["it does not call provider::disk::size_mb("],
        ),
        (
            "examples/ephemeral-resources/disk_copy/ephemeral-resource.tf",
            "image",
            "imag",
            &["imag"],
        ),
        (
            "examples/list-resources/disk_image/list-resource.tfquery.hcl",
            "min_size_mb = 1024",
            "min_size_mb = 0",
            &["list-resource.tfquery.hcl line 6", "at least 1"],
        ),
        (
            "examples/list-resources/disk_image/list-resource.tfquery.hcl",
            "name_prefix",
            "prefix",
            &["list-resource.tfquery.hcl line 5", "prefix"],
        ),
        (
            "examples/actions/disk_verify/action.tf",
            "2c26",
            "XX26",
            &["action.tf line", "sha256"],
        ),
        (
            "examples/state-stores/disk_states/state-store.tf",
            "\"/var/lib/disks/states\"",
            "\"\"",
            &["state-store.tf line"],
        ),
        (
            "examples/state-stores/disk_states/state-store.tf",
            "\"disk_states\"",
            "\"disk_state\"",
            &["state-store.tf: it has no block state_store \"disk_states\""],
        ),
        (
            "templates/guides/verified-images.md.tmpl",
            "{{ file",
            "{{ fil",
            &["templates/guides/verified-images.md.tmpl:11: such a page has no {{ fil"],
        ),
    ] {
        let folder = Folder::new();
        folder.edit(path, from, to);
        let done = folder.run("docs").await;
        let line = done.errors.replace("\n│ ", " ");
        for part in parts {
            if done.code != 1 || !line.contains(part) || folder.path("docs").exists() {
                wrong.push(format!("{path}: {from} -> {to}: {part}\n{}", done.errors));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn names_that_the_provider_does_not_have_are_reported() {
    let folder = Folder::new();
    folder.write("examples/resources/disk_imag/resource.tf", "");
    folder.write("templates/actions/verfy.md.tmpl", "");
    let errors = folder.bad("docs -check").await.replace("\n│ ", " ");
    assert!(errors.contains("examples/resources/disk_imag: the provider has no resource disk_imag; did you mean disk_image?"), "{errors}");
    assert!(errors.contains("templates/actions/verfy.md.tmpl: the provider has no action verfy; did you mean verify?"), "{errors}");
}

/// What is not this provider's is nothing that its schema says.
#[tokio::test]
async fn an_example_may_use_what_only_terraform_knows() {
    let folder = Folder::new();
    folder.write(
        "examples/resources/disk_image/resource-whole.tf",
        r#"
terraform {
  backend "local" {}
}

provider "random" {}

resource "random_pet" "name" {
  length = 2
}

module "sizes" {
  source = "./sizes"
}

variable "labels" {
  type = map(string)
  validation {
    condition     = length(var.labels) > 0
    error_message = "None."
  }
}

resource "disk_image" "system" {
  for_each   = module.sizes.all
  name       = "a-${random_pet.name.id}"
  size_mb    = ceil(each.value * 1.5)
  labels     = { for k, v in var.labels : k => title(v) }
  depends_on = [random_pet.name, disk_snapshot.golden]

  dynamic "partition" {
    for_each = module.sizes.partitions
    content {
      label   = partition.value.label
      size_mb = partition.value.size_mb
    }
  }

  lifecycle {
    replace_triggered_by = [random_pet.name.id]
    postcondition {
      condition     = self.size_mb > 2
      error_message = "Too small."
    }
  }

  provisioner "local-exec" {
    command = "true"
  }
}

resource "disk_snapshot" "golden" {
  name     = "golden"
  image_id = provider::other::name(random_pet.name.id)
}

output "size" {
  value     = disk_image.system["a"].size_mb
  ephemeral = true
}
"#,
    );
    folder.good("docs").await;
    // What is this provider's is looked at all the same.
    folder.edit(
        "examples/resources/disk_image/resource-whole.tf",
        "size_mb    = ceil",
        "size       = ceil",
    );
    folder.edit(
        "examples/resources/disk_image/resource-whole.tf",
        "[random_pet.name.id]",
        "[random_pet.name.id, disk_snapshot.goldne]",
    );
    let errors = folder.bad("docs").await;
    assert!(
        errors.contains("An argument named \"size\" is not expected here"),
        "{errors}"
    );
    assert!(
        errors.contains("A resource disk_snapshot.goldne has not been declared"),
        "{errors}"
    );
}
