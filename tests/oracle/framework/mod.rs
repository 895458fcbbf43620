//! Random schemas, judged by the framework: what it plans, replaces, applies and reads from a
//! state, against what we do.
//!
//! A computed attribute has the modifier that keeps what was there, which is what ours does; a
//! volatile one has none.

mod compare;
mod describe;
mod paths;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use schema_client::proto::common::Diagnostic;
use schema_client::{Program, Provider};
use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_runtime::path::Path as ValuePath;
use schema_runtime::plan::{PlanInput, ResourcePlan, plan};
use schema_runtime::schema::{Block, Environment};
use schema_runtime::terraform_core::{object_compatible, plan_valid, proposed_new, replace_paths};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;
use sdk_tests::strict::Case;
use sdk_tests::vectors::write_object;
use serde_json::{Map, Value as Json};

use self::compare::{Comparison, Four, Rule};
use self::paths::{excused_path, is_missed, may_become_one};
use super::calls::{Asked, Planned, is_error, path_of};

/// The summary of what it says about a required attribute.
const MISSING: &str = "Missing Configuration for Required Attribute";

/// The summary of what it says about two equal elements of a set.
const DUPLICATE: &str = "Duplicate Set Element";

/// The result of many cases.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    cases: usize,
    refused: usize,
    actions: BTreeMap<&'static str, usize>,
    applied: usize,
    equal: usize,
    excused: BTreeMap<Rule, usize>,
    wrong: Vec<String>,
}

impl Totals {
    /// Counts a difference that this rule explains.
    fn excuse(&mut self, rule: Rule) {
        *self.excused.entry(rule).or_default() += 1;
    }

    fn add(&mut self, found: &Comparison) {
        self.equal += found.equal;
        self.wrong.extend(found.wrong.iter().cloned());
        for (_, rule) in &found.excused {
            self.excuse(*rule);
        }
    }

    /// # Panics
    /// There is a difference that no rule explains.
    pub(crate) fn assert_agreement(&self) {
        let Totals {
            equal,
            excused,
            wrong,
            ..
        } = self;
        sdk_tests::say!(
            "framework: {} cases ({} that both refuse), {:?}, {} applied; {equal} leaves equal, \
             excused {excused:?}",
            self.cases,
            self.refused,
            self.actions,
            self.applied
        );
        assert!(
            wrong.is_empty(),
            "{} disagreements without an excuse:\n{}",
            wrong.len(),
            wrong
                .iter()
                .take(12)
                .cloned()
                .collect::<Vec<_>>()
                .join("\n")
        );
        assert!(self.applied > 0, "nothing was compared");
    }
}

fn type_name(seed: u64) -> String {
    format!("oracle_{seed}")
}

/// Compares the cases of these seeds.
pub(crate) fn compare(totals: &mut Totals, program: &Path, seeds: std::ops::Range<u64>) {
    let cases: Vec<(u64, Case)> = seeds
        .map(|seed| {
            let mut case = Case::with(seed, describe::kept);
            case.config = compare::unrefined(&case.config);
            (seed, case)
        })
        .collect();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("schemas.json");
    let types: Map<String, Json> = cases
        .iter()
        .map(|(seed, case)| (type_name(*seed), describe::described(&case.schema.block)))
        .collect();
    fs::write(&file, Json::Object(types).to_string()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let plugin = Program::new(program)
            .env("ORACLE_SCHEMAS", &file)
            .env("TF_LOG", "off")
            .connect()
            .await
            .unwrap();
        for (seed, case) in &cases {
            one(totals, plugin.provider(), *seed, case).await;
        }
        plugin.close().await.unwrap();
    });
}

async fn one(totals: &mut Totals, provider: &Provider, seed: u64, case: &Case) {
    let known = totals.wrong.len();
    let asked = Asked {
        provider,
        type_name: type_name(seed),
        block: &case.schema.block,
    };
    totals.cases += 1;
    if let Err(text) = judge(totals, &asked, case).await {
        totals.wrong.push(text);
    }
    let shown = |value: &Value| write_object(value, &case.schema.block).to_string();
    for text in &mut totals.wrong[known..] {
        *text = format!(
            "seed {seed}: {text}\n    schema {}\n    prior {}\n    config {}",
            describe::described(&case.schema.block),
            shown(&case.prior),
            shown(&case.config)
        );
    }
}

fn ours(case: &Case, prior: &Value) -> ResourcePlan {
    let input = PlanInput {
        schema: case.schema.clone(),
        prior: prior.clone(),
        config: case.config.clone(),
    };
    plan(input, &Environment::default())
}

fn place(found: &Diagnostic) -> ValuePath {
    found.attribute.as_ref().map(path_of).unwrap_or_default()
}

/// Whether it found two elements of a set equal that may become so.
fn is_doubled(block: &Block, value: &Value, found: &Diagnostic) -> bool {
    found.summary == DUPLICATE && may_become_one(block, value, place(found).steps())
}

async fn judge(totals: &mut Totals, asked: &Asked<'_>, case: &Case) -> Result<(), String> {
    let (block, config) = (asked.block, &case.config);
    let found = asked.validate(config).await;
    let errors = validate(&case.schema, config, &Environment::default());
    for error in found.iter().filter(|one| is_error(one)) {
        match error.summary == MISSING && is_missed(block, config, place(error).steps()) {
            true => totals.excuse(Rule::Required),
            false => return Err(format!("validation: theirs {error:?}")),
        }
    }
    if errors.has_errors() {
        return Err(format!("validation: {errors}"));
    }
    upgraded(asked, &case.prior).await?;
    let Ok(proposed) = proposed_new(block, &case.prior, config) else {
        totals.refused += 1;
        return Ok(());
    };
    let own = ours(case, &case.prior);
    if own.diagnostics.has_errors() {
        return Err(format!("no plan: {}", own.diagnostics));
    }
    let invalid = plan_valid(block, &case.prior, config, &own.planned);
    if !invalid.is_empty() {
        return Err(format!("core rejects our plan: {invalid:?}"));
    }
    let planned = asked.plan(&case.prior, &proposed, config).await;
    let (mut theirs, paths, mut private) = match planned {
        Planned::Plan {
            value,
            replace,
            private,
        } => (value, replace, private),
        Planned::Panicked(found) => return Err(format!("{found:?}")),
        // By index, two elements get the same computed values.
        Planned::Failed(found) if found.iter().all(|one| is_doubled(block, config, one)) => {
            totals.excuse(Rule::SetElement);
            return Ok(());
        }
        Planned::Failed(found) => return Err(format!("{found:?}")),
    };
    let four = Four {
        prior: &case.prior,
        config,
        theirs: &theirs,
        ours: &own.planned,
    };
    let found = compare::compare(block, four, &proposed);
    totals.add(&found);
    let honoured = replace_paths(block, &case.prior, &theirs, &paths)
        .map_err(|error| format!("core refuses their paths: {error:?}"))?;
    let action = |planned: &Value, replaces: bool| match () {
        () if case.prior.is_null() => "create",
        () if replaces => "replace",
        () if *planned == case.prior => "noop",
        () => "update",
    };
    let replaces = !case.prior.is_null() && !own.requires_replace.is_empty();
    let said = action(&own.planned, replaces);
    let wanted = action(&theirs, !honoured.is_empty());
    *totals.actions.entry(said).or_default() += 1;
    if replaces == honoured.is_empty() {
        // Only one of the two replaces.
        for path in if replaces {
            &own.requires_replace
        } else {
            &honoured
        } {
            let mut differs = found.excused.iter().filter(|(at, _)| at.is_prefix_of(path));
            match excused_path(block, four, replaces, path).or(differs.next().map(|(_, r)| *r)) {
                Some(rule) => totals.excuse(rule),
                None => return Err(format!("{said}, theirs {wanted}, at {path}")),
            }
        }
    } else if said != wanted && found.excused.is_empty() && found.wrong.is_empty() {
        return Err(format!("{said}, theirs {wanted}"));
    }
    let mut prior = case.prior.clone();
    if wanted == "replace" {
        prior = Value::Null;
        let proposed = proposed_new(block, &prior, config).unwrap();
        let Planned::Plan {
            value, private: p, ..
        } = asked.plan(&prior, &proposed, config).await
        else {
            return Err("no second plan".to_owned());
        };
        (theirs, private) = (value, p);
        let again = ours(case, &prior);
        let four = Four {
            prior: &prior,
            config,
            theirs: &theirs,
            ours: &again.planned,
        };
        totals.add(&compare::compare(block, four, &proposed));
    }
    if wanted == "noop" || !config.is_wholly_known() {
        return Ok(());
    }
    let applied = asked.apply(&prior, &theirs, config, private).await;
    let applied = match applied {
        Ok(applied) => applied,
        // The fixed value of an unknown makes two elements one.
        Err(error) if is_doubled(block, &theirs, &error) => return Ok(()),
        Err(error) => return Err(format!("apply: {error:?}")),
    };
    if !object_compatible(block, &theirs, &applied).is_empty() {
        return Ok(());
    }
    totals.applied += 1;
    // What the framework made is ours without a change.
    let after = ours(case, &applied);
    let merged = compare::merged(block, config, &applied, &after.planned);
    match after.requires_replace.is_empty() && (after.planned == applied || merged) {
        true if merged => {
            totals.excuse(Rule::SetElement);
            Ok(())
        }
        true => Ok(()),
        false => Err(format!(
            "not empty after its apply: {} to {}",
            write_object(&applied, block),
            write_object(&after.planned, block)
        )),
    }
}

/// Both read the state alike, also with an attribute that is no more.
async fn upgraded(asked: &Asked<'_>, prior: &Value) -> Result<(), String> {
    if prior.is_null() {
        return Ok(());
    }
    let text = json::encode_block(asked.block, prior).unwrap();
    let text = text.replacen('{', r#"{"gone":[1],"#, 1);
    let ours = json::decode_block(asked.block, text.as_bytes(), UnsupportedAttributes::Drop);
    let theirs = asked.upgrade(&text).await;
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) if ours == theirs => Ok(()),
        (ours, theirs) => Err(format!("upgrade of {text}: {ours:?}, theirs {theirs:?}")),
    }
}
