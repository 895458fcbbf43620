//! The facts about a field.

use std::collections::BTreeMap;

use schema_runtime::diagnostics::Diagnostics;
use schema_runtime::field_type::{Secret, Set};
use schema_runtime::path::Path;
use schema_runtime::schema::Environment;
use schema_runtime::{Schema, SchemaEnum};

use super::{item, page_of};

#[derive(SchemaEnum, Clone, Debug)]
enum Format {
    Raw,
    #[schema(rename = "qcow2")]
    Qcow,
}

const LARGEST: i64 = 64;

fn host(_: &Environment) -> Result<String, Diagnostics> {
    Ok("from the machine".to_owned())
}

/// Its result depends on the machine.
fn processors() -> i64 {
    std::process::id().into()
}

fn checked(_: &Path, _: &String) -> Diagnostics {
    Diagnostics::new()
}

/// A rule.
#[derive(Schema)]
struct Rule {
    /// A port.
    #[field(required, validate = range(1..=65535))]
    port: i64,
    #[field(optional, conflicts_with(cidr))]
    group: Option<String>,
    #[field(optional)]
    cidr: Option<String>,
    #[field(nested(list), optional)]
    target: Vec<Target>,
}

#[derive(Schema)]
struct Target {
    #[field(optional, sensitive, default = "hunter2")]
    token: String,
}

#[derive(Schema)]
struct Found {
    #[field(computed)]
    at: String,
}

/// A volume.
#[derive(Schema)]
#[schema(
    resource = "disk_volume",
    timeouts(create = "90s", default = "1h30m", delete = "10m")
)]
struct Volume {
    /// Its name
    #[field(required, force_new, validate = [length(1..=64), regex("^[a-z|`]+$")])]
    name: String,
    #[field(optional, default = true)]
    flag: bool,
    #[field(optional, default = "a \"b\" ${c}`")]
    text: String,
    #[field(optional, default = 0.5, validate = range(0.0..=1.0))]
    ratio: f64,
    #[field(optional, default = LARGEST)]
    limit: i64,
    #[field(optional, default = vec!["a".to_owned(), "b".to_owned()])]
    zones: Vec<String>,
    #[field(optional, default = processors())]
    workers: i64,
    #[field(optional, default = vec![processors().to_string()])]
    worker_names: Vec<String>,
    #[field(optional, default = [])]
    nothing: Vec<String>,
    #[field(optional, default = 16 * LARGEST)]
    product: i64,
    #[field(optional, default = [Format::Qcow])]
    formats: Vec<Format>,
    #[field(optional, default_fn = host)]
    host: String,
    #[field(optional, default_env("DISK_ZONE", "ZONE", fallback = "eu"))]
    zone: String,
    #[field(optional, default_env("DISK_COUNT", fallback = "3"))]
    count_of: i64,
    #[field(optional, default_env("DISK_REGION"))]
    region: Option<String>,
    #[field(optional, sensitive, default = "hunter2")]
    hidden: String,
    #[field(optional, sensitive, default_env("DISK_TOKEN", fallback = "hunter2"))]
    hidden_env: String,
    #[field(optional, default = Format::Raw)]
    format: Format,
    #[field(optional, validate = one_of("qcow2"))]
    narrower: Option<Format>,
    #[field(optional, validate = each(one_of("raw")))]
    narrower_each: Vec<Format>,
    #[field(optional, validate = one_of(512, 4096))]
    sector: Option<i64>,
    #[field(optional, validate = one_of_ignore_case("a", "b"))]
    letter: Option<String>,
    #[field(optional, validate = [size(1..=4), each(length(1..=8))])]
    tags: Vec<String>,
    #[field(optional, validate = keys(regex("^[a-z]+$")))]
    labels: BTreeMap<String, String>,
    #[field(optional, validate = custom(checked))]
    own: Option<String>,
    #[field(optional, validate = size(1..))]
    filled: Vec<String>,
    #[field(optional, validate = range(1..))]
    least: Option<i64>,
    #[field(optional, validate = any(one_of("auto"), ip))]
    address: Option<String>,
    #[field(optional)]
    small: Option<u8>,
    #[field(optional, computed, conflicts_with(snapshot))]
    size: Option<i64>,
    #[field(optional)]
    snapshot: Option<String>,
    #[field(optional, exactly_one_of(by_b))]
    by_a: Option<String>,
    #[field(optional)]
    by_b: Option<String>,
    #[field(optional, at_least_one_of(some_b))]
    some_a: Option<String>,
    #[field(optional)]
    some_b: Option<String>,
    #[field(optional, write_only, required_with(secret_version))]
    secret: Option<Secret>,
    #[field(optional, required_with(secret))]
    secret_version: Option<i64>,
    #[field(optional, sensitive, prefer_write_only(secret))]
    plain_secret: Option<String>,
    #[field(optional, at_least_sum_of(part_a, part_b))]
    total: Option<i64>,
    #[field(optional)]
    part_a: Option<i64>,
    #[field(optional)]
    part_b: Option<i64>,
    #[field(optional, deprecated = "use size")]
    old: Option<String>,
    #[field(optional, removed = "use size.")]
    older: Option<String>,
    #[field(computed(when_changed(rule, size)))]
    checksum: String,
    #[field(computed(volatile))]
    checked_at: String,
    #[field(computed)]
    kind: Option<Format>,
    #[field(computed, nested(list))]
    found: Vec<Found>,
    /// Rules.
    #[field(block(list, min_items = 1, max_items = 4))]
    rule: Vec<Rule>,
    #[field(block(set), allow(computed_in_set, reason = "a test"))]
    more: Set<Found>,
}

#[test]
fn presence_has_a_section() {
    let page = page_of::<Volume>();
    let section = |title: &str| {
        let after = page.split_once(&format!("### {title}\n")).unwrap().1;
        after.split("\n#").next().unwrap().to_owned()
    };
    for (title, names) in [
        ("Required", &["name", "rule"][..]),
        ("Optional", &["flag", "size", "more", "timeouts"]),
        ("Read-Only", &["checksum", "found", "id"]),
    ] {
        let section = section(title);
        for name in names {
            assert!(
                section.contains(&format!("- `{name}` (")),
                "{title} {name}: {section}"
            );
        }
    }
}

#[test]
fn each_fact_is_stated_in_words() {
    for (name, whole) in [
        (
            "name",
            "- `name` (String) Its name. Must be between 1 and 64 characters long, and text that matches `` ^[a-z|`]+$ ``. Changing this forces a new resource to be created.",
        ),
        ("flag", "- `flag` (Boolean) Defaults to `true`."),
        (
            "text",
            "- `text` (String) Defaults to ``\"a \\\"b\\\" $${c}`\"``.",
        ),
        (
            "ratio",
            "- `ratio` (Number) Defaults to `0.5`. Must be between 0 and 1.",
        ),
        (
            "limit",
            "- `limit` (Number) Defaults to `64`. Must be a whole number.",
        ),
        (
            "zones",
            "- `zones` (List of String) Defaults to `[\"a\", \"b\"]`.",
        ),
        // The page is the same on every machine.
        (
            "workers",
            "- `workers` (Number) If it is not set, the provider works out a value. Must be a whole number.",
        ),
        (
            "worker_names",
            "- `worker_names` (List of String) If it is not set, the provider works out a value.",
        ),
        // A field that is not set is empty too.
        ("nothing", "- `nothing` (List of String)"),
        (
            "product",
            "- `product` (Number) Defaults to `1024`. Must be a whole number.",
        ),
        (
            "formats",
            "- `formats` (List of String) Defaults to `[\"qcow2\"]`. Each element has one of these values: `\"raw\"` and `\"qcow2\"`.",
        ),
        (
            "host",
            "- `host` (String) If it is not set, the provider works out a value.",
        ),
        (
            "zone",
            "- `zone` (String) If it is not set, the first of the environment variables `DISK_ZONE` and `ZONE` that is set is taken, or else `\"eu\"`.",
        ),
        (
            "count_of",
            "- `count_of` (Number) If it is not set, the environment variable `DISK_COUNT` is taken, or else `3`. Must be a whole number.",
        ),
        (
            "region",
            "- `region` (String) If it is not set, the environment variable `DISK_REGION` is taken.",
        ),
        (
            "format",
            "- `format` (String) Defaults to `\"raw\"`. Allowed values: `\"raw\"` and `\"qcow2\"`.",
        ),
        // Fewer than the enum's values.
        (
            "narrower",
            "- `narrower` (String) Allowed values: `\"qcow2\"`.",
        ),
        (
            "narrower_each",
            "- `narrower_each` (List of String) Each element has one of these values: `\"raw\"`.",
        ),
        (
            "sector",
            "- `sector` (Number) Allowed values: `512` and `4096`.",
        ),
        (
            "letter",
            "- `letter` (String) Allowed values: `\"a\"` and `\"b\"`, in capital letters or not.",
        ),
        (
            "tags",
            "- `tags` (List of String) Each element must be between 1 and 8 characters long. Must have between 1 and 4 elements.",
        ),
        (
            "labels",
            "- `labels` (Map of String) Each key must be text that matches `^[a-z]+$`.",
        ),
        ("own", "- `own` (String)"),
        ("filled", "- `filled` (List of String) Must not be empty."),
        (
            "least",
            "- `least` (Number) Must be a whole number of at least 1.",
        ),
        (
            "address",
            "- `address` (String) Must be one of `\"auto\"` or an IP address such as `\"192.0.2.1\"`.",
        ),
        (
            "small",
            "- `small` (Number) Must be a whole number between 0 and 255.",
        ),
        (
            "size",
            "- `size` (Number) Must be a whole number. Conflicts with `snapshot`. If it is not set, the provider chooses a value.",
        ),
        // The other field says so too.
        ("snapshot", "- `snapshot` (String) Conflicts with `size`."),
        (
            "by_a",
            "- `by_a` (String) Exactly one of `by_a` and `by_b` must be set.",
        ),
        (
            "by_b",
            "- `by_b` (String) Exactly one of `by_a` and `by_b` must be set.",
        ),
        (
            "some_b",
            "- `some_b` (String) At least one of `some_a` and `some_b` must be set.",
        ),
        (
            "secret",
            "- `secret` (String, Sensitive, [Write-only](https://developer.hashicorp.com/terraform/language/resources/ephemeral#write-only-arguments)) Can only be set together with `secret_version`. Needs Terraform 1.11 or later.",
        ),
        (
            "plain_secret",
            "- `plain_secret` (String, Sensitive) With Terraform 1.11 or later, use the write-only `secret` instead, which is in no state.",
        ),
        (
            "total",
            "- `total` (Number) Must be a whole number. Must be at least the sum of `part_a` and `part_b`.",
        ),
        (
            "old",
            "- `old` (String, Deprecated) **Deprecated:** use size.",
        ),
        (
            "older",
            "- `older` (String, Removed) **Removed:** use size.",
        ),
        (
            "checksum",
            "- `checksum` (String) Recomputed when `rule` or `size` changes.",
        ),
        (
            "checked_at",
            "- `checked_at` (String) Recomputed with every update.",
        ),
        (
            "kind",
            "- `kind` (String) Known values: `\"raw\"` and `\"qcow2\"`.",
        ),
        (
            "found",
            "- `found` (Attributes List) (see [below for nested schema](#nestedatt--found))",
        ),
        (
            "rule",
            "- `rule` (Block List, Min: 1, Max: 4) Rules. (see [below for nested schema](#nestedblock--rule))",
        ),
        (
            "more",
            "- `more` (Block Set) (see [below for nested schema](#nestedblock--more))",
        ),
        (
            "id",
            "- `id` (String) Identifies the object; chosen by the provider.",
        ),
    ] {
        assert_eq!(item::<Volume>(name), whole);
    }
}

#[test]
fn a_default_of_something_sensitive_is_not_shown() {
    assert_eq!(
        item::<Volume>("hidden"),
        "- `hidden` (String, Sensitive) It has a default, which is not shown."
    );
    assert_eq!(
        item::<Volume>("hidden_env"),
        "- `hidden_env` (String, Sensitive) If it is not set, the environment variable `DISK_TOKEN` is taken, or else a \
         default, which is not shown."
    );
    assert!(!page_of::<Volume>().contains("hunter2"));
}

#[test]
fn what_is_nested_has_a_section_with_an_anchor_of_its_own() {
    let page = page_of::<Volume>();
    for part in [
        "<a id=\"nestedblock--rule\"></a>\n### Nested Schema for `rule`\n\nRequired:\n\n- `port` (Number) A port. Must be a \
         whole number between 1 and 65535.\n",
        "- `cidr` (String) Conflicts with `group`.\n",
        "- `target` (Attributes List) (see [below for nested schema](#nestedatt--rule--target))\n",
        "<a id=\"nestedatt--rule--target\"></a>\n### Nested Schema for `rule.target`\n\nOptional:\n\n- `token` (String, \
         Sensitive) It has a default, which is not shown.\n",
        "<a id=\"nestedatt--found\"></a>\n### Nested Schema for `found`\n\nRead-Only:\n\n- `at` (String)\n",
    ] {
        assert!(page.contains(part), "{part}\n---\n{page}");
    }
    // The target of each anchor exists exactly once.
    for (at, _) in page.match_indices("(#") {
        let anchor = page[at + 2..].split(')').next().unwrap();
        assert_eq!(
            page.matches(&format!("<a id=\"{anchor}\">")).count(),
            1,
            "{anchor}"
        );
    }
}

#[test]
fn timeouts_are_shown_with_their_defaults() {
    let page = page_of::<Volume>();
    for part in [
        "- `create` (String) How long creating may take. Defaults to `1m30s`.\n",
        "- `default` (String) How long any other operation may take. Defaults to `1h30m`.\n",
        "- `delete` (String) How long deleting may take. Defaults to `10m`.\n",
    ] {
        assert!(page.contains(part), "{part}\n---\n{page}");
    }
}

fn next() -> i64 {
    use std::sync::atomic::{AtomicI64, Ordering};
    static NEXT: AtomicI64 = AtomicI64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn fails() -> i64 {
    panic!("hunter2")
}

#[derive(Schema)]
#[schema(resource = "disk_odd")]
struct Odd {
    #[field(optional, default = next())]
    another: i64,
    #[field(optional, default = fails())]
    none: i64,
}

/// Pages must not differ between runs, and a panic in provider code does not stop the generator.
#[test]
fn a_default_that_is_another_each_time_is_not_shown() {
    let words = "If it is not set, the provider works out a value. Must be a whole number.";
    for name in ["another", "none"] {
        assert_eq!(item::<Odd>(name), format!("- `{name}` (Number) {words}"));
    }
    assert_eq!(page_of::<Odd>(), page_of::<Odd>());
}
