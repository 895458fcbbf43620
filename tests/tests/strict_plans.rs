//! Plans of random schemas, states and configurations are strict.
//!
//! `STRICT_CASES` says how many cases are run (10,000 by default), `STRICT_SEED` runs a single one
//! again.

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};

use schema_runtime::core::{conformance, object_compatible, plan_valid};
use schema_runtime::plan::{Plan, PlanInput, changes, plan};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Environment, Schema};
use schema_runtime::ty::Type;
use schema_runtime::validate::validate;
use schema_runtime::value::Value;
use sdk_tests::strict::{
    Coverage, Random, apply, config, must_replace, mutate, resolve, schema, state,
};
use sdk_tests::vectors::write_object;

#[test]
fn random_plans_are_strict() {
    let number = |name: &str| {
        env::var(name)
            .ok()
            .and_then(|text| text.parse::<u64>().ok())
    };
    if let Some(seed) = number("STRICT_SEED") {
        Case::new(seed)
            .check(&mut Tally::default())
            .unwrap_or_else(|text| panic!("{text}"));
        return;
    }
    let cases = number("STRICT_CASES").unwrap_or(10_000);
    let mut tally = Tally::default();
    let mut failed = Vec::new();
    for seed in 0..cases {
        let outcome = catch_unwind(AssertUnwindSafe(|| Case::new(seed).check(&mut tally)));
        let text = match outcome {
            Ok(Ok(())) => continue,
            Ok(Err(text)) => text,
            Err(_) => "it panics".to_owned(),
        };
        failed.push(format!("seed {seed}: {text}"));
        if failed.len() >= 8 {
            break;
        }
    }
    println!("{tally}");
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}

#[derive(Default)]
struct Tally {
    coverage: Coverage,
    plans: usize,
    creates: usize,
    updates: usize,
    replaces: usize,
    empty: usize,
    with_unknowns: usize,
    merged: usize,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "mode × type | for each depth: null, unknown, known in part, known"
        )?;
        self.coverage.fmt(f)?;
        write!(
            f,
            "{} plans: {} create, {} update, {} replace, {} empty; {} with unknown configuration; {} with elements that are the same",
            self.plans,
            self.creates,
            self.updates,
            self.replaces,
            self.empty,
            self.with_unknowns,
            self.merged
        )
    }
}

struct Case {
    random: Random,
    schema: Ref<Schema>,
    prior: Value,
    config: Value,
}

impl Case {
    fn new(seed: u64) -> Case {
        let mut random = Random::new(seed);
        let schema = schema(&mut random);
        let block = schema.block.clone();
        let first = config(&mut random, &block, 0);
        let prior = match random.below(10) {
            0 | 1 => Value::Null,
            2 => state(&mut random, &block),
            _ => {
                let planned = make(&schema, &Value::Null, &first).planned;
                let (applied, _) = apply(&mut random, &schema, &Value::Null, &planned, &first);
                let drift = *random.pick(&[0, 0, 0, 5, 20]);
                mutate(
                    &mut random,
                    &block,
                    &applied,
                    drift,
                    &mut |random, field| {
                        let block = one_field(field);
                        part(&state(random, &block))
                    },
                )
            }
        };
        let unknowns = *random.pick(&[0, 0, 5, 15, 40]);
        let config = match random.below(10) {
            0 | 1 => config(&mut random, &block, unknowns),
            2 => first,
            _ => {
                let edits = *random.pick(&[3, 10, 30]);
                mutate(&mut random, &block, &first, edits, &mut |random, field| {
                    let block = one_field(field);
                    part(&config(random, &block, unknowns))
                })
            }
        };
        Case {
            random,
            schema,
            prior,
            config,
        }
    }

    fn check(mut self, tally: &mut Tally) -> Result<(), String> {
        let block = &self.schema.block;
        tally.coverage.count(block, &self.config);
        tally.plans += 1;
        let errors = validate(&self.schema, &self.config, &Environment::default());
        if errors.has_errors() {
            return Err(format!(
                "the generator made an invalid configuration: {errors}"
            ));
        }
        let first = make(&self.schema, &self.prior, &self.config);
        if first.diagnostics.has_errors() {
            // Only elements of a nested set that defaults make equal are refused.
            let merged = first
                .diagnostics
                .iter()
                .all(|d| d.summary.contains("are the same"));
            tally.merged += 1;
            return if merged {
                Ok(())
            } else {
                self.fail(&first, &first.diagnostics.to_string())
            };
        }
        self.strict(&self.prior, &first)?;
        let forced = !first.requires_replace.is_empty();
        if !self.prior.is_null()
            && forced != must_replace(block, &self.prior, &first.planned, &self.config)
        {
            return self.fail(&first, &format!("replacement: {:?}", texts(&first)));
        }
        let replaces = forced && !self.prior.is_null();
        tally.with_unknowns += usize::from(!self.config.is_wholly_known());
        match (self.prior.is_null(), replaces, first.planned == self.prior) {
            (true, ..) => tally.creates += 1,
            (_, true, _) => tally.replaces += 1,
            (_, _, true) => tally.empty += 1,
            _ => tally.updates += 1,
        }
        let listed = changes(block, &self.prior, &first.planned, &first.requires_replace);
        if listed.is_empty() != (first.planned == self.prior) {
            return self.fail(&first, "the list of changes and the plan disagree");
        }
        let (prior, first) = if replaces {
            let second = make(&self.schema, &Value::Null, &self.config);
            self.strict(&Value::Null, &second)?;
            (Value::Null, second)
        } else {
            (self.prior.clone(), first)
        };

        // What was unknown becomes known, and core asks again.
        let config = resolve(&mut self.random, block, &self.config);
        let last = make(&self.schema, &prior, &config);
        if last.diagnostics.has_errors() {
            tally.merged += 1;
            return Ok(());
        }
        let invalid = plan_valid(block, &prior, &config, &last.planned);
        let inconsistent = object_compatible(block, &first.planned, &last.planned);
        let late = !prior.is_null() && !last.requires_replace.is_empty();
        let woken = first.planned == prior && last.planned != prior;
        let text = format!(
            "config then: {}\nplan then: {}\n",
            self.show(&config),
            self.show(&last.planned)
        );
        if !invalid.is_empty() || !inconsistent.is_empty() || late || woken {
            let text = format!(
                "{text}the second plan: {invalid:?} {inconsistent:?} replaces: {late} changes: {woken}"
            );
            return self.fail(&first, &text);
        }

        let (applied, merged) = apply(
            &mut self.random,
            &self.schema,
            &prior,
            &last.planned,
            &config,
        );
        let text = format!("{text}applied: {}\n", self.show(&applied));
        let contradicts = object_compatible(block, &last.planned, &applied);
        let nonconforming = conformance(block, &applied);
        if !contradicts.is_empty() || !nonconforming.is_empty() || !applied.is_wholly_known() {
            return self.fail(
                &first,
                &format!("{text}apply: {contradicts:?} {nonconforming:?}"),
            );
        }
        if merged {
            // A provider that makes one of two set elements.
            return Ok(());
        }
        let after = make(&self.schema, &applied, &config);
        if after.planned != applied || !after.requires_replace.is_empty() {
            let text = format!(
                "{text}plan after apply: {}\nis not empty",
                self.show(&after.planned)
            );
            return self.fail(&first, &text);
        }
        Ok(())
    }

    fn strict(&self, prior: &Value, plan: &Plan) -> Result<(), String> {
        let block = &self.schema.block;
        let mut errors = plan_valid(block, prior, &self.config, &plan.planned);
        errors.extend(conformance(block, &plan.planned));
        if !errors.is_empty() {
            return self.fail(plan, &format!("core refuses the plan: {errors:?}"));
        }
        let again = make(&self.schema, prior, &self.config);
        if again.planned != plan.planned || again.requires_replace != plan.requires_replace {
            return self.fail(plan, "the same question has two answers");
        }
        Ok(())
    }

    fn show(&self, value: &Value) -> String {
        write_object(value, &self.schema.block).to_string()
    }

    fn fail(&self, plan: &Plan, text: &str) -> Result<(), String> {
        Err(format!(
            "{:#?}\nprior: {}\nconfig: {}\nplan: {}\nreplaces: {:?}\n{text}",
            Brief(&self.schema.block),
            self.show(&self.prior),
            self.show(&self.config),
            self.show(&plan.planned),
            texts(plan),
        ))
    }
}

fn texts(plan: &Plan) -> Vec<String> {
    plan.requires_replace
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn one_field(field: &schema_runtime::schema::Field) -> schema_runtime::schema::Block {
    schema_runtime::schema::Block {
        fields: vec![field.clone()].into(),
        description: Ref::text(""),
        deprecated: Ref::text(""),
    }
}

fn part(object: &Value) -> Value {
    object
        .as_object()
        .and_then(<[Value]>::first)
        .cloned()
        .unwrap_or(Value::Null)
}

fn make(schema: &Ref<Schema>, prior: &Value, config: &Value) -> Plan {
    let input = PlanInput {
        schema: schema.clone(),
        prior: prior.clone(),
        config: config.clone(),
        proposed: Value::Null,
    };
    plan(input, &Environment::default())
}

/// A schema in few words.
struct Brief<'a>(&'a schema_runtime::schema::Block);

impl std::fmt::Debug for Brief<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut map = f.debug_map();
        for field in self.0.fields.iter() {
            let extras: Vec<String> = field
                .extras
                .iter()
                .map(|extra| format!("{extra:?}").chars().take(90).collect())
                .collect();
            match field.nested_block() {
                None => map.entry(
                    &field.name.as_str(),
                    &format!("{:?} {} {extras:?}", field.flags, type_of(field)),
                ),
                Some((nesting, block)) => map.entry(
                    &format!(
                        "{} {nesting:?} block={} {:?} {extras:?}",
                        field.name,
                        field.is_block(),
                        field.flags
                    ),
                    &Brief(block),
                ),
            };
        }
        map.finish()
    }
}

fn type_of(field: &schema_runtime::schema::Field) -> Type {
    field.implied_type()
}
