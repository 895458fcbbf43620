//! Providers of any number of resources: from one seed always the same.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// How many types are called for the memory of a provider that is in use.
const CALLED: usize = 100;

/// Numbers without end, from a seed (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        // The remainder fits, as `end` does.
        (number % end.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }
}

/// Attributes of every type with annotations that fit. None is required, so that every resource
/// takes one and the same configuration.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    (
        "String",
        &[
            "computed",
            "optional, default = \"x\", force_new, validate = length(1..=64), allow(force_new_default, reason = \"generated\")",
            "optional, default = \"a\", validate = one_of(\"a\", \"b\", \"c\")",
            "optional, default = \"a-1\", validate = [length(1..), regex(\"^[a-z][a-z0-9-]*$\")]",
        ],
    ),
    (
        "Option<String>",
        &[
            "optional",
            "optional, sensitive",
            "optional, computed, force_new",
        ],
    ),
    ("Option<Secret>", &["optional, write_only"]),
    ("bool", &["optional, default = false", "computed"]),
    ("Option<bool>", &["optional"]),
    (
        "i64",
        &[
            "computed",
            "optional, default = 5, validate = range(1..=100)",
        ],
    ),
    (
        "Option<u16>",
        &["optional, computed, validate = range(2..)"],
    ),
    ("f64", &["optional, default = 0.5", "computed"]),
    ("Option<Number>", &["optional"]),
    (
        "Vec<String>",
        &["optional", "computed", "optional, computed"],
    ),
    ("Vec<i64>", &["optional, validate = size(..=8)"]),
    ("Set<String>", &["optional", "computed"]),
    (
        "BTreeMap<String, String>",
        &["optional", "optional, computed"],
    ),
    ("BTreeMap<String, bool>", &["optional"]),
    ("Option<(String, i64)>", &["optional"]),
    ("Option<Dynamic>", &["optional"]),
    ("Option<Json>", &["optional"]),
    (
        "CaseInsensitive",
        &["optional, default = \"on\"", "computed"],
    ),
    ("Option<Duration>", &["optional"]),
    ("Option<IpAddr>", &["optional"]),
    ("Option<Cidr>", &["optional, computed"]),
];

/// What may be in an element of a set: nothing computed, and nothing dynamic or write-only.
const IN_ELEMENTS: &[(&str, &str)] = &[
    ("String", "required"),
    ("Option<String>", "optional"),
    (
        "String",
        "optional, default = \"x\", validate = length(..=8)",
    ),
    ("i64", "required, validate = range(1..)"),
    ("Option<bool>", "optional"),
    ("Vec<String>", "optional"),
    ("BTreeMap<String, String>", "optional"),
    ("Option<IpAddr>", "optional"),
];

/// How one struct is in another.
const NESTINGS: &[(&str, &str)] = &[
    ("Vec<PART>", "block(list, max_items = 4)"),
    ("Set<PART>", "block(set)"),
    ("BTreeMap<String, PART>", "block(map)"),
    ("Option<PART>", "block(single)"),
    ("Vec<PART>", "nested(list), optional"),
    ("Set<PART>", "nested(set), optional"),
    ("BTreeMap<String, PART>", "nested(map), optional"),
    ("Option<PART>", "nested(single), optional"),
];

const IMPORTS: &str = "use schema_provider::prelude::*;\n\
    #[allow(unused_imports)]\nuse schema_provider::Number;\n\
    #[allow(unused_imports)]\nuse std::{net::IpAddr, time::Duration};\n\n";

/// The provider's test: one resource under the harness, as scaffolded providers have it.
const TEST: &str = "#[cfg(test)]
mod tests {
    use schema_provider::testing::{ProviderTest, Step};

    #[test]
    fn flat_has_a_life() {
        let applied = |text: &str| {
            Step::apply(format!(\"resource \\\"gen_flat\\\" \\\"a\\\" {{ field_0 = \\\"{text}\\\" }}\"))
        };
        ProviderTest::new::<super::Gen>().step(applied(\"a\")).step(applied(\"b\")).run();
    }
}
";

/// The resource that all of them are touched at, to see what an edit costs.
pub(crate) fn edited(package: &Path) -> std::path::PathBuf {
    package.join("src/thing_0.rs")
}

/// Writes the package of a provider with so many resources, and the calls to measure it with.
pub(crate) fn write(package: &Path, workspace: &Path, resources: usize, seed: u64) -> Result {
    fs::create_dir_all(package.join("src"))?;
    fs::create_dir_all(package.join(".cargo"))?;
    // Built as the workspace's own providers are.
    fs::copy(
        workspace.join(".cargo/config.toml"),
        package.join(".cargo/config.toml"),
    )?;
    fs::copy(workspace.join("Cargo.lock"), package.join("Cargo.lock"))?;
    fs::write(
        package.join("Cargo.toml"),
        manifest(workspace, resources, seed)?,
    )?;
    let mut random = Random(seed.wrapping_mul(2).wrapping_add(1));
    let mut modules = String::from("mod flat;\nmod rules;\n");
    let mut names = String::from("flat::Flat, rules::Rules");
    for number in 0..resources {
        let file = format!("src/thing_{number}.rs");
        fs::write(package.join(file), thing(number, &mut random)?)?;
        writeln!(modules, "mod thing_{number};")?;
        write!(names, ", thing_{number}::Thing")?;
    }
    fs::write(package.join("src/flat.rs"), flat()?)?;
    fs::write(package.join("src/rules.rs"), rules())?;
    let main = format!(
        "//! A provider that was generated, to be measured.\n\n{modules}\n\
         use schema_provider::prelude::*;\n\n\
         /// It does nothing.\n\
         #[derive(Schema)]\n#[schema(provider = \"gen\")]\npub struct Gen {{}}\n\n\
         impl Provider for Gen {{\n    type Client = ();\n\n    \
         fn resources() -> &'static [ResourceDef<Self>] {{\n        resources![{names}]\n    }}\n\n    \
         async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {{\n        Ok(())\n    }}\n}}\n\n\
         fn main() -> std::process::ExitCode {{\n    schema_provider::run::<Gen>()\n}}\n\n{TEST}"
    );
    fs::write(package.join("src/main.rs"), main)?;
    calls(package, resources)
}

/// They have their sizes in their versions: cargo would take one of them for another, which is
/// built in the same place.
fn manifest(workspace: &Path, resources: usize, seed: u64) -> Result<String> {
    // The profiles of the workspace are what its own providers are built with.
    let own = fs::read_to_string(workspace.join("Cargo.toml"))?;
    let release = |name: &str| {
        let begin = own.find(&format!("[{name}]"))?;
        let text = own.get(begin..)?;
        Some(text.split("\n\n").next().unwrap_or(text).to_owned())
    };
    let mut profiles = String::new();
    for name in [
        "profile.dev",
        "profile.release",
        "profile.release.package.schema-runtime",
    ] {
        let section = release(name).ok_or_else(|| format!("the workspace has no [{name}]"))?;
        writeln!(profiles, "\n{section}")?;
    }
    let path = workspace.join("schema-provider");
    Ok(format!(
        "[package]\nname = \"terraform-provider-gen\"\nversion = \"0.{seed}.{resources}\"\nedition = \"2024\"\n\n\
         [dependencies]\nschema-provider = {{ path = {path:?}, default-features = false }}\n\n\
         [dev-dependencies]\nschema-provider = {{ path = {path:?}, default-features = false, features = [\"testing\"] }}\n\n\
         [workspace]\n{profiles}"
    ))
}

/// A resource with five to forty fields, and structs within it and within those.
fn thing(number: usize, random: &mut Random) -> Result<String> {
    let mut text = format!("//! The resource gen_thing_{number}.\n\n{IMPORTS}");
    let parts = random.below(4);
    for part in 0..parts {
        writeln!(
            text,
            "/// A part of it.\n#[derive(Schema)]\n#[schema(block)]\npub struct Part{part} {{"
        )?;
        for field in 0..3 + random.below(5) {
            let (ty, how) = random.pick(IN_ELEMENTS).ok_or("no attributes")?;
            self::field(&mut text, field, how, ty)?;
        }
        // Down to three levels, and where it may be in a set only as an attribute.
        if part > 0 && random.below(2) == 0 {
            let nested = format!("Vec<Part{}>", part - 1);
            self::field(&mut text, 90, "nested(list), optional", &nested)?;
        }
        text.push_str("}\n\n");
    }
    writeln!(
        text,
        "/// Thing number {number}, of a kind that only a generator thinks of.\n#[derive(Schema)]\n\
         #[schema(resource = \"gen_thing_{number}\", timeouts(create = \"10m\"))]\npub struct Thing {{"
    )?;
    self::field(&mut text, 99, "required", "String")?;
    for field in 0..5 + random.below(36) {
        let (ty, how) = random.pick(ATTRIBUTES).ok_or("no attributes")?;
        self::field(
            &mut text,
            field,
            random.pick(how).ok_or("no annotation")?,
            ty,
        )?;
    }
    for part in 0..parts {
        let (ty, how) = random.pick(NESTINGS).ok_or("no nestings")?;
        let ty = ty.replace("PART", &format!("Part{part}"));
        self::field(&mut text, 50 + part, how, &ty)?;
    }
    text.push_str("}\n\n");
    text.push_str(&implementation("Thing"));
    Ok(text)
}

fn field(text: &mut String, number: usize, how: &str, ty: &str) -> Result {
    Ok(write!(
        text,
        "    /// Field number {number}, and what it means to a user of this provider.\n    \
         #[field({how})]\n    field_{number}: {ty},\n"
    )?)
}

/// Thirty attributes and nothing within them.
fn flat() -> Result<String> {
    let mut text = format!("//! The resource gen_flat.\n\n{IMPORTS}");
    text.push_str(
        "/// Thirty attributes.\n#[derive(Schema)]\n#[schema(resource = \"gen_flat\")]\npub struct Flat {\n",
    );
    for number in 0..30 {
        let (ty, how) = match number % 3 {
            0 => ("Option<String>", "optional"),
            1 => ("Option<i64>", "optional"),
            _ => ("Option<bool>", "optional"),
        };
        field(&mut text, number, how, ty)?;
    }
    text.push_str("}\n\n");
    text.push_str(&implementation("Flat"));
    Ok(text)
}

/// A set of blocks, as a firewall has it.
fn rules() -> String {
    format!(
        "//! The resource gen_rules.\n\n{IMPORTS}\
         /// A rule.\n#[derive(Schema)]\n#[schema(block)]\npub struct Rule {{\n    \
         #[field(optional)]\n    cidrs: Vec<String>,\n    #[field(required)]\n    from: i64,\n    \
         #[field(optional)]\n    protocol: Option<String>,\n    #[field(required)]\n    to: i64,\n}}\n\n\
         /// Many of them.\n\
         #[derive(Schema)]\n#[schema(resource = \"gen_rules\")]\npub struct Rules {{\n    \
         #[field(block(set))]\n    rule: Set<Rule>,\n}}\n\n{}",
        implementation("Rules")
    )
}

fn implementation(name: &str) -> String {
    let method = |name: &str| {
        format!(
            "    async fn {name}(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {{\n        Ok(())\n    }}\n"
        )
    };
    format!(
        "impl Resource for {name} {{\n    type Provider = crate::Gen;\n\n    \
         async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {{\n        \
         data.set_id(\"made\");\n        Ok(())\n    }}\n\n{}\n{}}}\n\nimpl Update for {name} {{\n{}}}\n",
        method("read"),
        method("delete"),
        method("update")
    )
}

/// The calls to measure: flat, sets of 100 and of 1,000 blocks, and as many types as there are, up
/// to a hundred.
fn calls(package: &Path, resources: usize) -> Result {
    let call = |ty: &str, prior: &str, config: &str| {
        format!(
            "{{\"type\": \"gen_{ty}\", \"prior_state\": {prior}, \"config\": {config}, \"provider_config\": {{}}}}"
        )
    };
    let flat = |first: &str, id: &str| {
        let mut members = String::new();
        for number in 0..30 {
            let value = match number % 3 {
                0 if number == 0 => format!("\"{first}\""),
                0 => format!("\"value number {number}\""),
                1 => number.to_string(),
                _ => "true".to_owned(),
            };
            let _ = write!(members, ", \"field_{number}\": {value}");
        }
        format!("{{{id}{}}}", members.get(2..).unwrap_or_default())
    };
    let id = "\"id\": \"made\", ";
    fs::write(
        package.join("flat.json"),
        call("flat", &flat("old", id), &flat("new", "")),
    )?;
    for count in [100, 1000] {
        let rules = |first: usize, id: &str| {
            let mut rules = String::new();
            for number in 0..count {
                let from = if number == 0 { first } else { 1000 + number };
                let comma = if number == 0 { "" } else { ", " };
                let _ = write!(
                    rules,
                    "{comma}{{\"cidrs\": [\"10.0.0.0/8\", \"192.168.{}.0/24\"], \"from\": {from}, \
                     \"protocol\": \"tcp\", \"to\": {}}}",
                    number % 256,
                    2000 + number
                );
            }
            format!("{{{id}\"rule\": [{rules}]}}")
        };
        let file = format!("rules-{count}.json");
        fs::write(
            package.join(file),
            call("rules", &rules(1, id), &rules(2, "")),
        )?;
    }
    let things: Vec<String> = (0..resources.min(CALLED))
        .map(|number| call(&format!("thing_{number}"), "null", "{\"field_99\": \"a\"}"))
        .collect();
    let many = format!("[\n  {}\n]\n", things.join(",\n  "));
    Ok(fs::write(package.join("many.json"), many)?)
}

#[cfg(test)]
mod tests {
    use super::{manifest, write};
    use std::path::Path;

    /// One seed gives one provider, another seed another one.
    #[test]
    fn the_same_from_the_same_seed() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .unwrap();
        let texts = |seed| {
            let directory =
                std::env::temp_dir().join(format!("provider-size-{}-{seed}", std::process::id()));
            let mut texts = Vec::new();
            for _ in 0..2 {
                write(&directory, workspace, 3, seed).unwrap();
                texts.push(std::fs::read_to_string(directory.join("src/thing_2.rs")).unwrap());
            }
            std::fs::remove_dir_all(&directory).unwrap();
            assert_eq!(texts[0], texts[1]);
            texts.swap_remove(0)
        };
        assert_ne!(texts(1), texts(2));
    }

    /// Cargo tells packages in one place for what is built by name and version, not by where their
    /// sources are.
    #[test]
    fn providers_of_two_sizes_are_two_packages() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR"))
            .ancestors()
            .nth(2)
            .unwrap();
        let version = |resources| {
            let manifest = manifest(workspace, resources, 16).unwrap();
            let line = manifest.lines().find(|line| line.starts_with("version"));
            line.unwrap().to_owned()
        };
        assert_ne!(version(10), version(100));
    }
}
