//! Whether a test runs the real Terraform if `TF_ACC=1` is set: a test of the harness that is not
//! only for the local runner, or one that starts the program, directly or through a call.

use std::collections::{BTreeMap, BTreeSet};

/// The functions of some sources by name; functions with the same name are merged.
#[derive(Default)]
pub(crate) struct Functions(BTreeMap<String, Vec<String>>);

/// Names that many types share, so that a call does not identify the function.
const COMMON: [&str; 8] = ["new", "of", "from", "default", "get", "set", "push", "fmt"];

impl Functions {
    /// Reads `rustfmt` layout: a function's closing brace is indented like its beginning.
    pub(crate) fn of(source: &str) -> Self {
        let mut functions = Functions::default();
        let lines: Vec<&str> = source.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(name) = defined(line) else { continue };
            let indent = line.len() - line.trim_start().len();
            let end = format!("{}}}", " ".repeat(indent));
            let rest = &lines[at + 1..];
            let length = rest.iter().position(|line| *line == end);
            let body = rest[..length.unwrap_or(rest.len())].join("\n");
            functions.0.entry(name.to_owned()).or_default().push(body);
        }
        functions
    }

    /// Whether the function of this name in `own`, which calls these functions, runs Terraform.
    pub(crate) fn run_terraform(&self, own: &Functions, name: &str) -> bool {
        let mut seen = BTreeSet::from([name]);
        let mut bodies = own.0.get(name).into_iter().flatten();
        bodies.any(|body| self.runs(body, &mut seen))
    }

    fn runs<'a>(&'a self, body: &'a str, seen: &mut BTreeSet<&'a str>) -> bool {
        let count = |what: &str| body.matches(what).count();
        let in_process = count("only_in_process(");
        if in_process > 0 && in_process >= count("Step::") {
            return false;
        }
        let steps = ["Step::", "ProviderTest", "self.test.run("];
        let harness = [".run(", ".try_run("].iter().any(|run| body.contains(run))
            && steps.iter().any(|step| body.contains(step));
        if harness || body.contains("Workspace::") || body.contains("terraform_program") {
            return true;
        }
        called(body).into_iter().any(|name| {
            let callees = self.0.get(name).filter(|_| !COMMON.contains(&name));
            callees.is_some_and(|bodies| {
                seen.insert(name) && bodies.iter().any(|body| self.runs(body, seen))
            })
        })
    }
}

/// The name of the function that begins on this line.
fn defined(line: &str) -> Option<&str> {
    let mut words = line.trim_start();
    if let Some(rest) = words.strip_prefix("pub(") {
        words = rest.split_once(") ")?.1;
    }
    for before in ["pub ", "const ", "async "] {
        words = words.strip_prefix(before).unwrap_or(words);
    }
    let name = words.strip_prefix("fn ")?;
    name.split(['(', '<']).next()
}

/// The names before an opening parenthesis.
fn called(body: &str) -> BTreeSet<&str> {
    let before = body.match_indices('(').map(|(at, _)| &body[..at]);
    before
        .filter_map(|before| {
            let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let name = &before[start.map_or(0, |at| at + 1)..];
            (!name.is_empty()).then_some(name)
        })
        .collect()
}

#[test]
fn tests_that_run_terraform_are_known() {
    let source = "
#[test]
fn both_ways() {
    test().step(Step::apply(text())).run();
}
fn helper() {
    test().step(Step::apply(text())).run();
}
fn through_another() {
    helper();
}
fn by_itself() {
    let Some(work) = workspace() else { return };
}
pub(crate) fn workspace() -> Option<Workspace> {
    Workspace::new(&[KITCHEN])
}
impl Wrapped {
    pub fn run(self) {
        self.test.run();
    }
}
fn wrapped() {
    test().apply(\"\").run();
}
async fn messages() {
    server().plan_resource_change(request()).await;
}
fn kit() {
    Conformance::new::<Kit>().example(Example::<Loud>::hcl(text()));
}
fn local_runner() {
    test().only_in_process(\"why\").step(Step::apply(text())).run();
}
fn local_step() {
    test().step(Step::apply(text()).only_in_process(\"why\")).run();
}
fn one_local_step() {
    test().step(Step::apply(text())).step(Step::plan(text()).only_in_process(\"why\")).run();
}
fn calls_the_local() {
    local_runner();
}
";
    let functions = Functions::of(source);
    for (name, runs) in [
        ("both_ways", true),
        ("through_another", true),
        ("by_itself", true),
        ("wrapped", true),
        ("one_local_step", true),
        ("messages", false),
        ("kit", false),
        ("local_runner", false),
        ("local_step", false),
        ("calls_the_local", false),
        ("nobody", false),
    ] {
        assert_eq!(functions.run_terraform(&functions, name), runs, "{name}");
    }
}
