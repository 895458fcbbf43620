//! One random case, and what must hold of its plans.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_runtime::plan::{PlanCore, PlanInput, ResourcePlan, differences, draft, finish};
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Block, Environment, Field, Schema};
use schema_runtime::terraform_core::{conformance, object_compatible, plan_valid};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;

use super::apply::{apply, resolve};
use super::cells::Cell;
use super::expect::{replace_paths, write_only};
use super::hook::Hook;
use super::mutate::mutate;
use super::nulls::with_nulls;
use super::random::Random;
use super::schemas::schema;
use super::show::Brief;
use super::steer::steer;
use super::tally::Tally;
use super::values::{config, state};
use crate::vectors::write_object;

/// The properties that hold for every case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// The cases are what they should be.
    Generator,
    /// Nothing panics.
    NoPanic,
    /// Core accepts the plan without the legacy flag.
    PlanValid,
    /// The same question has the same answer.
    OneAnswer,
    /// The second plan call, when unknowns are known, agrees with the first.
    SecondCall,
    /// Replacement where, and only where, a force-new value changed or is unknown, or the hook
    /// forced it.
    Replacement,
    /// The list of changes is empty where nothing changes, and only there.
    Changes,
    /// The result of apply is compatible with the plan.
    ApplyCompatible,
    /// The plan of an applied state is empty.
    EmptyAfterApply,
    /// The codecs round-trip.
    RoundTrip,
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Property::Generator => "the generator",
            Property::NoPanic => "no panic",
            Property::PlanValid => "plan valid",
            Property::OneAnswer => "one answer to one question",
            Property::SecondCall => "the second plan call agrees",
            Property::Replacement => "replacement",
            Property::Changes => "list of changes",
            Property::ApplyCompatible => "apply compatible with plan",
            Property::EmptyAfterApply => "empty plan of an applied state",
            Property::RoundTrip => "codecs round-trip",
        })
    }
}

/// A property that does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which.
    pub property: Property,
    /// How, with everything that went in.
    pub text: String,
}

type Checked<T = ()> = Result<T, Failure>;

/// A schema, a prior state and a configuration.
#[derive(Clone, Debug)]
pub struct Case {
    random: Random,
    hook: Hook,
    /// What the case is about, if it is about something.
    pub goal: Option<Cell>,
    /// The schema.
    pub schema: Ref<Schema>,
    /// An earlier configuration, fully known.
    pub before: Value,
    /// The object as it is; null for a create.
    pub prior: Value,
    /// The configured object.
    pub config: Value,
}

/// What cases are about.
static CELLS: LazyLock<Vec<Cell>> = LazyLock::new(Cell::all);

impl Case {
    /// Whether its hook says in every plan that a write-only value changed, which nothing can
    /// contradict.
    #[must_use]
    pub(super) fn never_ends(&self) -> bool {
        let block = &self.schema.block;
        let mut forced = self.hook.always_forced().iter();
        forced.any(|path| write_only(block, &path.addressable()).is_some())
    }

    /// The case of a seed. All but every sixth are about one combination of mode, type, state and
    /// depth, all of them in turn.
    #[must_use]
    pub fn new(seed: u64) -> Case {
        let turn = (seed - seed / 6) as usize % CELLS.len();
        let goal = (!seed.is_multiple_of(6)).then(|| CELLS[turn]);
        Case::made(Random::new(seed), goal)
    }

    /// The case that these bytes choose.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Case {
        let mut random = Random::of_bytes(bytes);
        // A byte alone does not reach all of them.
        let turn = random.number() * 256 + random.number();
        let goal = CELLS.get(turn as usize % (2 * CELLS.len())).copied();
        Case::made(random, goal)
    }

    fn made(mut random: Random, goal: Option<Cell>) -> Case {
        let schema = schema(&mut random, goal);
        Case::of_schema(random, goal, schema)
    }

    /// The case of a seed about no combination in particular, of a schema changed before anything
    /// is made of it.
    #[must_use]
    pub fn with(seed: u64, change: impl FnOnce(&Schema) -> Schema) -> Case {
        let mut random = Random::new(seed);
        let changed = change(&schema(&mut random, None));
        Case::of_schema(random, None, Ref::Shared(changed.into()))
    }

    fn of_schema(mut random: Random, goal: Option<Cell>, schema: Ref<Schema>) -> Case {
        let block = schema.block.clone();
        let hook = Hook::new(&mut random, &block);
        let mut before = config(&mut random, &block, 0);
        if let Some(goal) = goal {
            // The field is there before too, mostly with another value.
            let known = Cell {
                state: super::cells::State::Known,
                ..goal
            };
            steer(&mut random, &block, &mut before, known);
        }
        let mut case = Case {
            random,
            hook,
            goal,
            schema,
            before,
            prior: Value::Null,
            config: Value::Null,
        };
        case.prior = case.some_prior(&block);
        case.config = case.some_config(&block);
        case
    }

    fn some_prior(&mut self, block: &Block) -> Value {
        match self.random.below(10) {
            0 | 1 => Value::Null,
            2 => state(&mut self.random, block),
            _ => {
                let planned = self.plan(&Value::Null, &self.before).planned;
                let random = &mut self.random;
                let (applied, _) =
                    apply(random, &self.schema, &Value::Null, &planned, &self.before);
                let drift = *random.pick(&[0, 0, 0, 5, 20]);
                mutate(random, block, &applied, drift, &mut |random, field| {
                    part(&state(random, &one_field(field)))
                })
            }
        }
    }

    fn some_config(&mut self, block: &Block) -> Value {
        let random = &mut self.random;
        let unknowns = *random.pick(&[0, 0, 5, 15, 40]);
        let mut made = match random.below(10) {
            0 | 1 => config(random, block, unknowns),
            2 => return self.before.clone(),
            _ => {
                let edits = *random.pick(&[3, 10, 30]);
                mutate(random, block, &self.before, edits, &mut |random, field| {
                    part(&config(random, &one_field(field), unknowns))
                })
            }
        };
        if let Some(goal) = self.goal {
            steer(random, block, &mut made, goal);
        }
        made
    }

    /// Checks every property. A panic is caught.
    ///
    /// # Errors
    /// One of them does not hold.
    pub fn check_seed(seed: u64, tally: &mut Tally) -> Checked {
        catch_unwind(AssertUnwindSafe(|| Case::new(seed).check(tally))).unwrap_or_else(|_| {
            Err(Failure {
                property: Property::NoPanic,
                text: "it panics".to_owned(),
            })
        })
    }

    /// Checks every property.
    ///
    /// # Errors
    /// One of them does not hold.
    pub fn check(mut self, tally: &mut Tally) -> Checked {
        let schema = self.schema.clone();
        let block = &schema.block;
        tally.coverage.count(block, &self.config);
        tally.plans += 1;
        tally.hooked += usize::from(!self.hook.is_idle());
        let errors = validate(&self.schema, &self.config, &Environment::default());
        let first = self.plan(&self.prior, &self.config);
        if errors.has_errors() {
            return self.fail(Property::Generator, &first, &errors.to_string());
        }
        if first.diagnostics.has_errors() {
            tally.merged += 1;
            return self.refused(&first);
        }
        self.strict(&self.prior, &first)?;
        self.codecs(&first, &[&self.prior, &self.config, &first.planned])?;
        self.replacement(&first)?;
        let replaces = !self.prior.is_null() && !first.requires_replace.is_empty();
        let empty = first.planned == self.prior;
        tally.with_unknowns += usize::from(!self.config.is_wholly_known());
        tally.action(self.prior.is_null(), replaces, empty);
        let listed = differences(block, &self.prior, &first.planned, &first.requires_replace);
        if listed.is_empty() != empty {
            return self.fail(Property::Changes, &first, "they and the plan disagree");
        }
        let (prior, first) = if replaces {
            let second = self.plan(&Value::Null, &self.config);
            if second.diagnostics.has_errors() {
                tally.merged += 1;
                return self.refused(&second);
            }
            self.strict(&Value::Null, &second)?;
            (Value::Null, second)
        } else {
            (self.prior.clone(), first)
        };

        // Unknown values become known, and core asks again.
        let config = resolve(&mut self.random, block, &self.config);
        let last = self.plan(&prior, &config);
        if last.diagnostics.has_errors() {
            tally.merged += 1;
            return self.refused(&last);
        }
        let invalid = plan_valid(block, &prior, &config, &last.planned);
        if !invalid.is_empty() {
            let text = format!("{}{invalid:?}", self.then(&config, &last.planned));
            return self.fail(Property::PlanValid, &first, &text);
        }
        let inconsistent = object_compatible(block, &first.planned, &last.planned);
        let late = !prior.is_null() && !last.requires_replace.is_empty();
        let woken = first.planned == prior && last.planned != prior;
        if !inconsistent.is_empty() || late || woken {
            let text = self.then(&config, &last.planned);
            let text = format!("{text}{inconsistent:?} replaces: {late} changes: {woken}");
            return self.fail(Property::SecondCall, &first, &text);
        }
        self.applied(tally, &first, (&prior, &last, &config))
    }

    fn applied(
        &mut self,
        tally: &mut Tally,
        first: &ResourcePlan,
        (prior, last, config): (&Value, &ResourcePlan, &Value),
    ) -> Checked {
        let schema = self.schema.clone();
        let block = &schema.block;
        let (applied, merged) = apply(&mut self.random, &schema, prior, &last.planned, config);
        let shown = |case: &Self| {
            let then = case.then(config, &last.planned);
            format!("{then}applied: {}\n", case.show(&applied))
        };
        let contradicts = object_compatible(block, &last.planned, &applied);
        let nonconforming = conformance(block, &applied);
        if !contradicts.is_empty() || !nonconforming.is_empty() || !applied.is_wholly_known() {
            let text = format!("{}{contradicts:?} {nonconforming:?}", shown(self));
            return self.fail(Property::ApplyCompatible, first, &text);
        }
        self.codecs(first, &[config, &applied])?;
        if merged {
            // A provider that makes one of two set elements.
            return Ok(());
        }
        tally.applied += 1;
        if self.never_ends() {
            return Ok(());
        }
        let after = self.plan(&applied, config);
        if after.planned != applied || !after.requires_replace.is_empty() {
            let text = shown(self);
            let text = format!("{text}plan after apply: {}", self.show(&after.planned));
            return self.fail(Property::EmptyAfterApply, first, &text);
        }
        Ok(())
    }

    /// Core's second request and its answer. Written out only on demand, since that takes as long
    /// as planning.
    fn then(&self, config: &Value, planned: &Value) -> String {
        let (config, planned) = (self.show(config), self.show(planned));
        format!("config then: {config}\nplan then: {planned}\n")
    }

    /// Only elements of a nested set that defaults make equal are rejected.
    fn refused(&self, plan: &ResourcePlan) -> Checked {
        let merged = |text: &str| text.contains("are the same");
        if plan.diagnostics.iter().all(|d| merged(&d.summary)) {
            return Ok(());
        }
        self.fail(Property::PlanValid, plan, &plan.diagnostics.to_string())
    }

    fn strict(&self, prior: &Value, plan: &ResourcePlan) -> Checked {
        let block = &self.schema.block;
        let mut errors = plan_valid(block, prior, &self.config, &plan.planned);
        errors.extend(conformance(block, &plan.planned));
        if !errors.is_empty() || plan.legacy {
            return self.fail(Property::PlanValid, plan, &format!("{errors:?}"));
        }
        let again = self.plan(prior, &self.config);
        if again.planned != plan.planned || again.requires_replace != plan.requires_replace {
            return self.fail(Property::OneAnswer, plan, &self.show(&again.planned));
        }
        Ok(())
    }

    fn replacement(&self, plan: &ResourcePlan) -> Checked {
        if self.prior.is_null() {
            return Ok(());
        }
        let forced = self.hook.forced(&self.draft(&self.prior, &self.config).0);
        let block = &self.schema.block;
        let expected = replace_paths(block, &self.prior, &plan.planned, &self.config, &forced);
        let found = texts(plan);
        let once = found.iter().collect::<std::collections::BTreeSet<_>>();
        if once == expected.iter().collect() && once.len() == found.len() {
            return Ok(());
        }
        self.fail(
            Property::Replacement,
            plan,
            &format!("expected: {expected:?}"),
        )
    }

    fn codecs(&self, plan: &ResourcePlan, values: &[&Value]) -> Checked {
        let block = &self.schema.block;
        for value in values {
            let packed = msgpack::encode_block(block, value)
                .and_then(|bytes| msgpack::decode_block(block, &bytes));
            if packed.as_ref() != Ok(*value) {
                let text = format!("msgpack: {} became {packed:?}", self.show(value));
                return self.fail(Property::RoundTrip, plan, &text);
            }
            // Clients other than Terraform send omitted blocks as null.
            let nulls = msgpack::encode_block(block, &with_nulls(block, value))
                .and_then(|bytes| msgpack::decode_block(block, &bytes));
            if nulls.as_ref() != Ok(*value) {
                let text = format!("nulls for blocks: {} became {nulls:?}", self.show(value));
                return self.fail(Property::RoundTrip, plan, &text);
            }
            if value.is_null() || !value.is_wholly_known() {
                continue;
            }
            let written = json::encode_block(block, value).and_then(|text| {
                json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse)
            });
            if written.as_ref() != Ok(*value) {
                let text = format!("JSON: {} became {written:?}", self.show(value));
                return self.fail(Property::RoundTrip, plan, &text);
            }
        }
        Ok(())
    }

    /// The plan, with what the hook does in it.
    #[must_use]
    pub fn plan(&self, prior: &Value, config: &Value) -> ResourcePlan {
        let (mut core, legacy, wanted) = self.draft(prior, config);
        if wanted {
            self.run_hook(&mut core);
        }
        finish(core, legacy)
    }

    /// The plan before the hook, and whether that is asked.
    fn draft(&self, prior: &Value, config: &Value) -> (PlanCore, bool, bool) {
        let input = PlanInput {
            schema: self.schema.clone(),
            prior: prior.clone(),
            config: config.clone(),
        };
        let draft = draft(input, &Environment::default());
        let wanted = draft.wants_hook();
        let (core, legacy) = draft.into_core();
        (core, legacy, wanted)
    }

    /// Does in a plan what the hook does.
    pub fn run_hook(&self, plan: &mut PlanCore) {
        self.hook.run(plan);
    }

    fn show(&self, value: &Value) -> String {
        write_object(value, &self.schema.block).to_string()
    }

    fn fail(&self, property: Property, plan: &ResourcePlan, text: &str) -> Checked {
        Err(Failure {
            property,
            text: format!(
                "{:#?}\nhook: {:?}\nprior: {}\nconfig: {}\nplan: {}\nreplaces: {:?}\n{property}: {text}",
                Brief(&self.schema.block),
                self.hook,
                self.show(&self.prior),
                self.show(&self.config),
                self.show(&plan.planned),
                texts(plan),
            ),
        })
    }
}

fn texts(plan: &ResourcePlan) -> Vec<String> {
    let paths = plan.requires_replace.iter();
    paths.map(ToString::to_string).collect()
}

fn one_field(field: &Field) -> Block {
    Block {
        fields: vec![field.clone()].into(),
        description: Ref::text(""),
        deprecated: Ref::text(""),
        other_kind: false,
    }
}

fn part(object: &Value) -> Value {
    let first = object.as_object().and_then(<[Value]>::first);
    first.cloned().unwrap_or(Value::Null)
}
