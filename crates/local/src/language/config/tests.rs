use schema_runtime::value::Value;

use super::*;
use crate::address::ResourceAddress;
use crate::language::hcl::parse;

fn read(text: &str) -> Result<Configuration, Messages> {
    let body = parse("main.tf", text.to_owned()).unwrap_or_else(|m| panic!("{m}"));
    Configuration::new(vec![body], "disk")
}

#[test]
fn every_block_is_read() {
    let configuration = read(
        "terraform {\n  required_providers {\n    disk = { source = \"x/y\" }\n  }\n}\n\
         provider \"disk\" {\n  directory = \"x\"\n}\n\
         variable \"n\" {\n  type = number\n  default = \"5\"\n  sensitive = true\n}\n\
         locals {\n  a = 1\n  b = 2\n}\n\
         resource \"disk_image\" \"i\" {\n  name = \"x\"\n  depends_on = [data.disk_image.d]\n  \
           lifecycle {\n    prevent_destroy = true\n    ignore_changes = [labels[\"a\"], size_mb]\n  }\n}\n\
         data \"disk_image\" \"d\" {\n  name = \"y\"\n}\n\
         output \"o\" {\n  value = local.a\n}\n",
    )
    .unwrap_or_else(|m| panic!("{m}"));
    assert_eq!(
        configuration
            .provider
            .expect("provider")
            .body
            .attributes
            .len(),
        1
    );
    let variable = &configuration.variables["n"];
    assert_eq!(
        variable.default.as_ref().expect("default").value,
        Value::from(5)
    );
    assert!(variable.sensitive && variable.nullable);
    assert_eq!(configuration.locals.len(), 2);
    let image = &configuration.resources[&ResourceAddress::managed("disk_image", "i")];
    assert_eq!(image.depends_on[0].0.to_string(), "data.disk_image.d");
    assert!(image.lifecycle.prevent_destroy);
    let ignored: Vec<String> = image
        .lifecycle
        .ignore_changes
        .iter()
        .map(|(p, _)| p.to_string())
        .collect();
    assert_eq!(ignored, ["labels[\"a\"]", "size_mb"]);
    assert_eq!(
        (image.body.attributes.len(), image.body.blocks.len()),
        (1, 0)
    );
    assert_eq!(configuration.outputs.len(), 1);
}

#[test]
fn what_only_terraform_can_do_is_reported() {
    for text in [
        "module \"m\" {\n  source = \"./m\"\n}\n",
        "resource \"disk_image\" \"a\" {\n  provider = other\n}\n",
        "moved {\n  from = module.a\n  to = module.b\n}\n",
        "resource \"disk_image\" \"a\" {\n  provisioner \"local-exec\" {}\n}\n",
        "resource \"disk_image\" \"a\" {\n  lifecycle {\n    destroy = false\n  }\n}\n",
        "provider \"other\" {}\n",
        "terraform {\n  backend \"s3\" {}\n}\n",
        "terraform {\n  provider_meta \"other\" {}\n}\n",
    ] {
        let messages = read(text).expect_err(text);
        assert!(
            messages.to_string().contains("use Terraform for it"),
            "{text}: {messages}"
        );
        assert!(messages.iter().all(|m| m.location.is_some()), "{text}");
    }
}

#[test]
fn mistakes_are_reported_all_at_once() {
    let messages = read(
        "x = 1\nresorce \"a\" \"b\" {}\nresource \"a\" {}\nresource \"1a\" \"b\" {}\n\
         variable \"v\" {\n  typ = string\n  default = var.x\n  sensitive = \"x\"\n}\n\
         output \"o\" {}\nlocals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n\
         resource \"t\" \"n\" {}\nresource \"t\" \"n\" {}\n\
         resource \"t\" \"m\" {\n  depends_on = [var.x, 1]\n}\n\
         terraform {\n  provider_meta \"disk\" {}\n}\n\
         terraform {\n  provider_meta \"disk\" {}\n}\n\
         resource \"t\" \"o\" {\n  count = 1\n  for_each = {}\n}\n\
         resource \"t\" \"p\" {\n  provider = \"a disk\"\n}\n\
         provider \"disk\" {\n  alias = \"b\"\n}\nprovider \"disk\" {\n  alias = \"b\"\n}\n\
         moved {\n  from = t.a\n  to = data.t.b\n}\nmoved {\n  from = t.a.x\n}\n",
    )
    .expect_err("wrong");
    let text = messages.to_string();
    for part in [
        "main.tf:1:1: Error: Unsupported argument",
        "Did you mean \"resource\"?",
        "2 labels: type, name",
        "Invalid name",
        "Did you mean \"type\"?",
        "Variables not allowed",
        "must be true or false",
        "\"value\" is required",
        "Duplicate local value",
        "Duplicate resource configuration",
        "to a whole resource",
        "must be a reference",
        "Duplicate provider_meta block",
        "mutually-exclusive",
        "Invalid provider configuration reference",
        "named \"disk.b\" was already given",
        "Invalid moved address",
        "\"to\" is required",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
}
