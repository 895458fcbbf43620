//! Ephemeral resources in configurations, in process and, with `TF_ACC=1`, under Terraform.

use std::path::PathBuf;

use schema_provider::testing::{ProviderTest, Step, creates};

use crate::lease::Leases;

/// A test with a log.
pub struct Test {
    directory: tempfile::TempDir,
    pub test: ProviderTest,
}

pub fn test() -> Test {
    Test {
        directory: tempfile::tempdir().unwrap(),
        test: ProviderTest::new::<Leases>(),
    }
}

impl Test {
    fn log(&self) -> PathBuf {
        self.directory.path().join("log")
    }

    /// The configuration with the provider's.
    pub fn config(&self, text: &str) -> String {
        let log = self.log().display().to_string();
        let text = text.replace("LOG", &format!("log = {log:?}"));
        if text.contains("provider \"lease\"") {
            return text;
        }
        format!("provider \"lease\" {{\n  log = {log:?}\n}}\n{text}")
    }

    fn apply(mut self, text: &str) -> Self {
        let config = self.config(text);
        self.test = self.test.step(Step::apply(config));
        self
    }

    /// The same with a variable.
    fn apply_with(mut self, text: &str, variable: &str, value: &str) -> Self {
        let config = self.config(text);
        self.test = self.test.step(Step::apply(config).var(variable, value));
        self
    }

    pub fn fails_at(mut self, text: &str, line: &str, pattern: &str) -> Self {
        let config = self.config(text);
        self.test = self.test.step(Step::plan(config).fails_at(line, pattern));
        self
    }

    fn apply_fails(mut self, text: &str, pattern: &str) -> Self {
        let config = self.config(text);
        self.test = self.test.step(Step::apply(config).fails(pattern));
        self
    }

    /// Runs it; returns the log, after checking that everything opened was closed.
    #[track_caller]
    pub fn run(self) -> Vec<String> {
        let log = self.log();
        self.test.run();
        let text = std::fs::read_to_string(log).unwrap_or_default();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let count = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!(count("open "), count("close "), "{text}");
        lines
    }
}

#[track_caller]
fn has(log: &[String], line: &str) -> usize {
    let count = log.iter().filter(|said| *said == line).count();
    assert!(count > 0, "{line}: {log:?}");
    count
}

#[test]
fn write_only_arguments_accept_ephemeral_values() {
    let log = test()
        .apply(
            "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n\
             locals {\n  token = \"${ephemeral.lease_token.a.token}!\"\n}\n\
             resource \"lease_secret\" \"s\" {\n  value = local.token\n}\n",
        )
        .run();
    has(&log, "create with a-xxx!");
    // In plan and in apply again.
    assert!(has(&log, "open a of 3") >= 2, "{log:?}");
    // Before it is closed.
    let created = log
        .iter()
        .position(|line| line.starts_with("create"))
        .unwrap();
    assert!(
        log[created..].iter().any(|line| line.starts_with("close")),
        "{log:?}"
    );
    let opens = log[..created]
        .iter()
        .filter(|line| line.starts_with("open"))
        .count();
    let closes = log[..created]
        .iter()
        .filter(|line| line.starts_with("close"))
        .count();
    assert_eq!(opens, closes + 1, "{log:?}");
}

#[test]
fn unknown_configurations_are_opened_in_the_apply() {
    let log = test()
        .apply(
            "resource \"lease_secret\" \"first\" {}\n\
             ephemeral \"lease_token\" \"a\" {\n  name = lease_secret.first.id\n}\n\
             resource \"lease_secret\" \"s\" {\n  value = ephemeral.lease_token.a.token\n}\n",
        )
        .run();
    has(&log, "create with 1-xxx");
    let first = log.iter().position(|line| line == "create with ").unwrap();
    assert!(
        log[..first].iter().all(|line| !line.starts_with("open")),
        "{log:?}"
    );
}

#[test]
fn one_ephemeral_resource_configures_another() {
    let log = test()
        .apply(
            "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n\
             ephemeral \"lease_token\" \"b\" {\n  count = 2\n  \
             name = \"${ephemeral.lease_token.a.token}-${count.index}\"\n}\n\
             ephemeral \"lease_token\" \"c\" {\n  for_each = toset([\"x\"])\n  name = each.key\n}\n\
             resource \"lease_secret\" \"s\" {\n  \
             value = \"${ephemeral.lease_token.b[1].token} ${ephemeral.lease_token.c[\"x\"].token}\"\n}\n",
        )
        .run();
    has(&log, "create with a-xxx-1-xxx x-xxx");
    // A resource that another one uses is closed after it.
    let inner = log
        .iter()
        .position(|line| line.starts_with("close a-xxx-0 "))
        .unwrap();
    let outer = log
        .iter()
        .position(|line| line.starts_with("close a a-xxx "))
        .unwrap();
    assert!(inner < outer, "{log:?}");
}

#[test]
fn provider_settings_accept_ephemeral_values_in_apply_and_destroy() {
    let log = test()
        .apply(
            "provider \"lease\" {\n  LOG\n}\n\
             provider \"lease\" {\n  alias = \"fed\"\n  LOG\n  echo = ephemeral.lease_token.a\n}\n\
             ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n\
             resource \"lease_secret\" \"s\" {\n  provider = lease.fed\n}\n",
        )
        .run();
    let configured: Vec<&String> = log
        .iter()
        .filter(|line| line.starts_with("configure"))
        .collect();
    for line in &configured {
        assert!(line.contains("\"token\":\"a-xxx\""), "{line}");
    }
    let deleted = log.iter().position(|line| line == "delete").unwrap();
    let opens = log[..deleted]
        .iter()
        .filter(|line| line.starts_with("open"))
        .count();
    let closes = log[..deleted]
        .iter()
        .filter(|line| line.starts_with("close"))
        .count();
    assert_eq!(
        opens,
        closes + 1,
        "it is open while something is deleted with it: {log:?}"
    );
}

#[test]
fn provider_settings_may_be_unknown_ephemeral_values() {
    let log = test()
        .apply(
            "provider \"lease\" {\n  LOG\n}\n\
             provider \"lease\" {\n  alias = \"fed\"\n  LOG\n  echo = ephemeral.lease_token.a.token\n}\n\
             resource \"lease_secret\" \"first\" {}\n\
             ephemeral \"lease_token\" \"a\" {\n  name = lease_secret.first.id\n}\n\
             resource \"lease_secret\" \"s\" {\n  provider = lease.fed\n}\n",
        )
        .run();
    has(&log, "configure with something unknown");
    has(&log, "configure with \"1-xxx\"");
}

#[test]
fn blocks_and_attributes_of_all_kinds_reach_the_settings() {
    let log = test()
        .apply(
            "provider \"lease\" {\n  LOG\n}\n\
             provider \"lease\" {\n  alias = \"fed\"\n  LOG\n  echo = ephemeral.lease_kinds.k\n}\n\
             ephemeral \"lease_kinds\" \"k\" {\n  \
               text = \"t\"\n  number = 1.5\n  flag = false\n  list = [\"l\"]\n  set = [\"s\"]\n  map = { m = 1 }\n  \
               dynamic = { d = [true] }\n  nested = { name = \"n\" }\n  nested_list = [{ name = \"o\", size = 2 }]\n  \
               single {\n    name = \"p\"\n  }\n  many {\n    name = \"q\"\n  }\n  unordered {\n    name = \"r\"\n  }\n  \
               named \"k\" {\n    name = \"v\"\n  }\n\
             }\n\
             resource \"lease_secret\" \"s\" {\n  provider = lease.fed\n}\n",
        )
        .run();
    let line = log
        .iter()
        .find(|line| line.starts_with("configure"))
        .unwrap();
    for part in [
        "\"text\":\"t\"",
        "\"number\":1.5",
        "\"flag\":false",
        "\"list\":[\"l\"]",
        "\"set\":[\"s\"]",
        "\"map\":{\"m\":1}",
        "\"dynamic\":{\"d\":[true]}",
        "\"nested\":{\"name\":\"n\",\"serial\":null,\"size\":null}",
        "\"nested_list\":[{\"name\":\"o\",\"serial\":null,\"size\":2}]",
        "\"single\":{\"name\":\"p\",\"serial\":null,\"size\":null}",
        "\"many\":[{\"name\":\"q\",\"serial\":null,\"size\":null}]",
        "\"unordered\":[{\"name\":\"r\",\"size\":null}]",
        "\"named\":{\"k\":{\"name\":\"v\",\"serial\":null,\"size\":null}}",
        "\"filled\":[\"a\",\"b\"]",
    ] {
        assert!(line.contains(part), "{part}: {line}");
    }
}

#[test]
fn resources_are_renewed_while_they_are_used() {
    let log = test()
        .apply(
            "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n  mode = \"renews-1000\"\n}\n\
             resource \"lease_secret\" \"s\" {\n  value = ephemeral.lease_token.a.token\n  takes = 2600\n}\n",
        )
        .run();
    let (first, second) = (has(&log, "renew a-xxx 0"), has(&log, "renew a-xxx 1"));
    assert!(first >= second, "{log:?}");
    // With the private data of the open.
    assert!(has(&log, "close a a-xxx 0") >= 2);
}

#[test]
fn resources_are_closed_after_a_failure() {
    let open = "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n";
    let log = test()
        .apply_fails(
            &format!(
                "{open}resource \"lease_secret\" \"s\" {{\n  \
                 value = ephemeral.lease_token.a.token\n  fails = true\n}}\n"
            ),
            "it cannot be made",
        )
        .run();
    has(&log, "close a a-xxx 0");
}

#[test]
fn a_failed_open_blocks_dependents() {
    for (mode, pattern) in [
        ("fails late", "the token is of no use"),
        ("panics", "the provider panicked in open"),
        ("changes", "Terraform would reject the opened value"),
    ] {
        let log = test()
            .fails_at(
                &format!(
                    "ephemeral \"lease_token\" \"a\" {{\n  name = \"a\"\n  mode = \"{mode}\"\n}}\n\
                     resource \"lease_secret\" \"s\" {{\n  value = ephemeral.lease_token.a.token\n}}\n"
                ),
                match mode {
                    "changes" => "name = \"a\"",
                    _ => "ephemeral \"lease_token\"",
                },
                pattern,
            )
            .run();
        assert!(
            log.iter().all(|line| !line.starts_with("create")),
            "{log:?}"
        );
    }
}

#[test]
fn configurations_are_checked_with_their_lines() {
    let log = test()
        .fails_at(
            "ephemeral \"lease_token\" \"a\" {\n  name = \"a b\"\n}\n",
            "name = \"a b\"",
            "a name has no spaces",
        )
        .fails_at(
            "ephemeral \"lease_token\" \"a\" {\n}\n",
            "ephemeral \"lease_token\"",
            "The argument \"name\" is required",
        )
        .fails_at(
            "ephemeral \"lease_tokens\" \"a\" {\n}\n",
            "ephemeral \"lease_tokens\"",
            "does not support",
        )
        .run();
    assert_eq!(log, [""; 0]);
}

#[test]
fn ephemeral_values_are_in_no_plan_and_no_state() {
    let mut test = test();
    let config = test.config(
        "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n\
         resource \"lease_secret\" \"s\" {\n  value = ephemeral.lease_token.a.token\n}\n",
    );
    test.test = test.test.step(
        Step::apply(config).plans(
            creates("lease_secret.s")
                .attr(crate::lease::Sink::VERSION)
                .is_null(),
        ),
    );
    test.run();
}

pub const TOKEN: &str = "ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n";

#[test]
fn ephemeral_values_go_through_the_whole_language() {
    // Through locals, functions, operators, conditionals, loops, objects and splats, whose other
    // parts can be saved.
    let text = format!(
        "{TOKEN}variable \"pass\" {{\n  type      = string\n  ephemeral = true\n}}\n\
         locals {{\n  all = {{ token = strrev(ephemeral.lease_token.a.token), plain = \"p\", list = [var.pass, \"b\"] }}\n  \
         many = [for word in local.all.list : \"${{word}}?\"]\n  \
         one = length(local.all.list) > 1 ? local.many[0] : \"\"\n}}\n\
         resource \"lease_secret\" \"s\" {{\n  value   = \"${{local.all.token}} ${{local.one}}\"\n  version = length(local.all.list)\n}}\n\
         output \"plain\" {{\n  value = local.all.plain\n}}\n\
         output \"nulls\" {{\n  value = ephemeralasnull(local.all)\n}}\n"
    );
    let mut test = test();
    let config = test.config(&text);
    test.test = test.test.step(
        Step::apply(config)
            .var("pass", "open")
            .output("plain")
            .is("p")
            .output("nulls")
            .is(serde_json::json!({"token": null, "plain": "p", "list": [null, "b"]})),
    );
    let log = test.run();
    has(&log, "create with xxx-a open?");
}

#[test]
fn ephemeral_variables_reach_settings_and_other_ephemerals() {
    let log = test()
        .apply_with(
            "variable \"pass\" {\n  type      = string\n  ephemeral = true\n}\n\
             provider \"lease\" {\n  LOG\n  echo = var.pass\n}\n\
             ephemeral \"lease_token\" \"a\" {\n  name = var.pass\n}\n\
             resource \"lease_secret\" \"s\" {\n  value = ephemeral.lease_token.a.token\n}\n",
            "pass",
            "open",
        )
        .run();
    has(&log, "configure with \"open\"");
    has(&log, "create with open-xxx");
}

/// Like core, which does not need them then; the provider is not even configured.
#[test]
fn nothing_is_opened_to_destroy_nothing() {
    let mut test = test();
    let text = "provider \"lease\" {\n  LOG\n  echo = \"echo\"\n}\n\
                ephemeral \"lease_token\" \"a\" {\n  name = \"a\"\n}\n";
    let (config, log) = (test.config(text), test.log());
    let before = log.clone();
    test.test = test
        .test
        .step(Step::apply(config))
        .step(Step::outside(move |_| {
            let text = std::fs::read_to_string(&before).unwrap();
            assert!(text.contains("open a"), "{text}");
            assert!(text.contains("configure with \"echo\""), "{text}");
            std::fs::remove_file(&before).unwrap();
        }))
        .step(Step::destroy());
    let lines = test.run();
    assert_eq!(lines, [""; 0]);
}
