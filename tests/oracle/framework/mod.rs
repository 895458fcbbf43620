//! Random schemas, judged by the framework: what it plans, replaces, applies and reads from a
//! state, against what we do.
//!
//! A computed attribute has the modifier that keeps what was there, which is what ours does; a
//! volatile one has none.

mod compare;
mod describe;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use schema_client::proto::common::Diagnostic;
use schema_client::{Program, Provider};
use schema_runtime::codec::{UnsupportedAttributes, json};
use schema_runtime::path::Path as ValuePath;
use schema_runtime::plan::{PlanInput, ResourcePlan, plan};
use schema_runtime::schema::Environment;
use schema_runtime::terraform_core::{object_compatible, plan_valid, proposed_new, replace_paths};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;
use sdk_tests::strict::Case;
use sdk_tests::vectors::write_object;
use serde_json::{Map, Value as Json};

use self::compare::{Comparison, Four, Rule};
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
    actions: std::collections::BTreeMap<&'static str, usize>,
    applied: usize,
    leaves: Comparison,
}

impl Totals {
    /// # Panics
    /// There is a difference that no rule explains.
    pub(crate) fn assert_agreement(&self) {
        let Comparison {
            equal,
            excused,
            wrong,
            ..
        } = &self.leaves;
        sdk_tests::say!(
            "framework: {} cases ({} that both refuse), {:?}, {} applied; {equal} leaves equal, \
             excused {excused:?}",
            self.cases,
            self.refused,
            self.actions,
            self.applied
        );
        assert!(self.applied > 0, "nothing was compared");
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
    let known = totals.leaves.wrong.len();
    let asked = Asked {
        provider,
        type_name: type_name(seed),
        block: &case.schema.block,
    };
    totals.cases += 1;
    if let Err(text) = judge(totals, &asked, case).await {
        totals.leaves.wrong.push(text);
    }
    let shown = |value: &Value| write_object(value, &case.schema.block).to_string();
    for text in &mut totals.leaves.wrong[known..] {
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

async fn judge(totals: &mut Totals, asked: &Asked<'_>, case: &Case) -> Result<(), String> {
    let (block, config) = (asked.block, &case.config);
    let found = asked.validate(config).await;
    let errors = validate(&case.schema, config, &Environment::default());
    let missed = |one: &Diagnostic| {
        let path = one.attribute.as_ref().map(path_of).unwrap_or_default();
        one.summary == MISSING && compare::is_in_nothing(block, config, path.steps())
    };
    let mut wrong = found.iter().filter(|one| is_error(one) && !missed(one));
    if let Some(wrong) = wrong.next() {
        return Err(format!("validation: theirs {wrong:?}"));
    }
    if errors.has_errors() {
        return Err(format!("validation: {errors}"));
    }
    if found.iter().any(is_error) {
        totals.leaves.excuse(Rule::Required);
    }
    upgraded(asked, &case.prior).await?;
    let Ok(proposed) = proposed_new(block, &case.prior, config) else {
        totals.refused += 1;
        return Ok(());
    };
    let own = ours(case, &case.prior);
    if own.diagnostics.has_errors() {
        // Elements that the defaults make one.
        totals.refused += 1;
        return Ok(());
    }
    let (mut theirs, paths, mut private) = match asked.plan(&case.prior, &proposed, config).await {
        Planned::Plan {
            value,
            replace,
            private,
        } => (value, replace, private),
        Planned::Panicked(found) => return Err(format!("{found:?}")),
        // By index, two elements got the same computed values.
        Planned::Failed(found) if found.iter().all(|one| one.summary == DUPLICATE) => {
            totals.leaves.excuse(Rule::SetElement);
            return Ok(());
        }
        Planned::Failed(found) => return Err(format!("{found:?}")),
    };
    let four = |theirs, ours| Four {
        prior: &case.prior,
        config,
        theirs,
        ours,
    };
    let before = totals.leaves.differences();
    totals
        .leaves
        .objects(block, four(&theirs, &own.planned), &proposed);
    let alike = before == totals.leaves.differences();
    let invalid = plan_valid(block, &case.prior, config, &own.planned);
    if !invalid.is_empty() {
        return Err(format!("core rejects our plan: {invalid:?}"));
    }
    let honoured = replace_paths(block, &case.prior, &theirs, &paths).unwrap_or_default();
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
    let unasked = |path: &ValuePath| compare::is_unasked(block, &own.planned, path.steps());
    if (said, wanted) == ("replace", "update") && own.requires_replace.iter().all(unasked) {
        totals.leaves.excuse(Rule::Removed);
    } else if alike && said != wanted {
        let texts = |paths: &[ValuePath]| -> BTreeSet<String> {
            paths.iter().map(ToString::to_string).collect()
        };
        return Err(format!(
            "{said} at {:?}, theirs {wanted} at {:?}",
            texts(&own.requires_replace),
            texts(&honoured)
        ));
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
        totals.leaves.objects(block, four, &proposed);
    }
    if wanted == "noop" || !config.is_wholly_known() {
        return Ok(());
    }
    let applied = asked.apply(&prior, &theirs, config, private).await;
    let applied = match applied {
        Ok(applied) => applied,
        // The fixed value of an unknown makes two elements one.
        Err(error) if error.summary == DUPLICATE => return Ok(()),
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
            totals.leaves.excuse(Rule::SetElement);
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
