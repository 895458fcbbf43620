//! `provider::disk::size_mb`, in process and under Terraform.

use schema_provider::testing::{Step, object};
use terraform_provider_disk::Image;

use crate::test;

fn sizes(text: &str) -> String {
    format!(
        "resource \"disk_image\" \"a\" {{\n  name    = \"a\"\n  size_mb = provider::disk::size_mb(\"{text}\")\n}}\n"
    )
}

#[test]
fn a_size_with_a_unit() {
    let mut test = test();
    for (text, mb) in [("8192KiB", 8), ("8MiB", 8), ("16 MiB", 16)] {
        test = test.step(
            Step::apply(sizes(text)).saves(object("disk_image.a").attr(Image::SIZE_MB).is(mb)),
        );
    }
    for (text, mb) in [("2GiB", 2048), ("1TiB", 1 << 20)] {
        let call = format!("provider::disk::size_mb(\"{text}\")");
        let output = format!("output \"mb\" {{\n  value = {call}\n}}\n");
        test = test.step(Step::apply(output).output("mb").is(mb));
    }
    test.run();
}

#[test]
fn what_is_not_a_size_is_reported_at_the_argument() {
    let mut test = test();
    for (text, pattern) in [
        ("8", "Invalid value for \"text\" parameter"),
        ("8MB", "Invalid value for \"text\" parameter"),
        ("-8MiB", "Invalid value for \"text\" parameter"),
        ("", "Invalid value for \"text\" parameter"),
        ("1000KiB", "it must be a whole number of MiB"),
        ("99999999999999999999MiB", "no disk is that large"),
        ("9223372036854775807TiB", "no disk is that large"),
    ] {
        test = test.step(Step::plan(sizes(text)).fails_at("size_mb =", pattern));
    }
    test.run();
}
