//! The comparison: a pure function of two sides, their schemas and the options.

use std::collections::BTreeMap;

use schema_client::Bytes;
use schema_runtime::path::Path;
use schema_runtime::schema::{Block, Flags};
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::case::{Action, Asked, Class, Input, Observed};
use crate::difference::{self, Context, Found};
use crate::draft::Learned;
use crate::generate::Generator;
use crate::intended::Intended;
use crate::report::{Comparison, Group};
use crate::schemas::{Pair, Schemas, pairs};
use crate::seeded::Random;
use crate::shrink::smallest;
use crate::side::{Failure, Kind, Side};
use crate::sources::Given;
use crate::values::of_json;

/// After this many crashes of one program, the comparison skips the rest of a type.
const CRASHES: usize = 3;

/// How often a call is repeated if two answers differ.
const AGAIN: usize = 6;

/// How two programs are compared.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed of random values.
    pub seed: u64,
    /// How many inputs are generated for each attribute of a type, besides the given ones.
    pub cases: usize,
    /// Only types with these names; all if empty.
    pub types: Vec<String>,
    /// Whether objects are created, changed and deleted.
    pub apply: bool,
    /// Configurations and states that the developer provides.
    pub given: Vec<Given>,
    /// Known values of a type's attributes.
    pub learned: BTreeMap<(Kind, String), Learned>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            seed: 1,
            cases: 40,
            types: Vec::new(),
            apply: false,
            given: Vec::new(),
            learned: BTreeMap::new(),
        }
    }
}

/// The most inputs tried for one difference.
const TRIES: usize = 400;

/// The same if each of them may end a program.
const CRASH_TRIES: usize = 40;

/// The progress of a comparison.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How many types are done.
    pub done: usize,
    /// The number of types.
    pub of: usize,
    /// The type that was just compared.
    pub name: String,
    /// How many unintended differences were found so far.
    pub differences: usize,
}

/// Compares two programs.
///
/// # Errors
/// One of them can no longer be called, or there is nothing to compare.
pub fn compare(
    old: (&mut dyn Side, &Schemas),
    new: (&mut dyn Side, &Schemas),
    options: &Options,
    progress: &mut dyn FnMut(Progress),
) -> Result<Comparison, String> {
    let (mut all, mut alone) = pairs(old.1, new.1);
    let is_missing = |name: &&String| !all.iter().any(|pair| pair.name == **name);
    if let Some(name) = options.types.iter().find(is_missing) {
        return Err(format!(
            "only one of the programs, or neither, has the type {name}"
        ));
    }
    if !options.types.is_empty() {
        all.retain(|pair| options.types.contains(&pair.name));
        alone.clear();
    }
    if all.is_empty() {
        return Err("the programs have no type in common. `cargo provider diff OLD NEW` shows what each has.".into());
    }
    let mut comparison = Comparison {
        alone,
        ..Comparison::default()
    };
    let (old, new) = (old.0, new.0);
    let of = all.len();
    for (at, pair) in all.iter().enumerate() {
        let mut two = Two {
            old: &mut *old,
            new: &mut *new,
            pair,
            calls: 0,
            // Go's SDKv2 has no ephemeral resource types.
            legacy: (pair.kind == Kind::Ephemeral).then_some(false),
            hangs: false,
        };
        two.compare(options, &mut comparison)?;
        comparison.calls += two.calls;
        progress(Progress {
            done: at + 1,
            of,
            name: pair.label(),
            differences: comparison.groups.len(),
        });
    }
    Ok(comparison)
}

/// Both programs, as they see one type.
struct Two<'a> {
    old: &'a mut dyn Side,
    new: &'a mut dyn Side,
    pair: &'a Pair,
    calls: usize,
    /// Whether the old program's type is an SDKv2 type, as far as its plans show.
    legacy: Option<bool>,
    /// Whether a program failed to answer in time.
    hangs: bool,
}

impl<'a> Two<'a> {
    fn block(&self) -> &'a Block {
        &self.pair.common
    }

    fn ask_old(&mut self) -> Asked<'_> {
        self.asked(true)
    }

    fn asked(&mut self, old: bool) -> Asked<'_> {
        let (side, schema) = match old {
            true => (&mut *self.old, &self.pair.old),
            false => (&mut *self.new, &self.pair.new),
        };
        Asked {
            side,
            pair: self.pair,
            block: &schema.block,
            calls: &mut self.calls,
            private: Bytes::new(),
        }
    }

    fn compare(&mut self, options: &Options, comparison: &mut Comparison) -> Result<(), String> {
        let pair = self.pair;
        let label = pair.label();
        comparison.types += 1;
        let left_out = pair.left_out.iter().map(|path| format!("{label}: {path}"));
        comparison.left_out.extend(left_out);
        let nothing = Learned::new();
        let key = (pair.kind, pair.name.clone());
        let given = options.given.iter();
        let given: Vec<&Given> = given
            .filter(|one| one.kind == pair.kind && one.name == pair.name)
            .collect();
        let configs = given.iter().filter_map(|one| one.config.as_ref());
        let configs: Vec<Value> = configs.map(|json| of_json(&pair.common, json)).collect();
        let states: Vec<(i64, Json)> = given.iter().filter_map(|one| one.state.clone()).collect();
        let generated = Generator {
            old: &mut self.ask_old(),
            random: Random::new(options.seed, &label),
            learned: options.learned.get(&key).unwrap_or(&nothing),
            cases: options.cases,
            apply: options.apply,
        }
        .generate(&configs, &states);
        let gaps = generated.gaps.iter().map(|gap| format!("{label}: {gap}"));
        comparison.gaps.extend(gaps);
        let mut found: Vec<(Found, Input, usize)> = Vec::new();
        let mut crashes = 0;
        for input in &generated.inputs {
            comparison.cases += 1;
            let (all, crashed) = self.differences(input)?;
            crashes += usize::from(crashed);
            for one in all {
                match found.iter_mut().find(|(other, _, _)| other.is_like(&one)) {
                    Some((_, _, count)) => *count += 1,
                    None => found.push((one, input.clone(), 1)),
                }
            }
            if crashes >= CRASHES {
                let gap = "a program crashed three times, so that not everything was asked.";
                comparison.gaps.push(format!("{label}: {gap}"));
                break;
            }
        }
        for (one, input, count) in found {
            let group = self.group(one, input, count)?;
            match group.found.intended {
                Some(_) => comparison.intended.push(group),
                None => comparison.groups.push(group),
            }
        }
        Ok(())
    }

    /// The differences for one input, and whether a program crashed.
    fn differences(&mut self, input: &Input) -> Result<(Vec<Found>, bool), String> {
        let block = self.block();
        let (prior, config) = match input {
            Input::Config { prior, config } => (prior, config),
            _ => (&Value::Null, &Value::Null),
        };
        let context = |fresh| Context {
            config,
            prior,
            fresh,
        };
        let (mut olds, mut news) = (Vec::new(), Vec::new());
        let mut best = (0, 0);
        let mut found;
        loop {
            olds.push(self.ask_old().observe(input));
            news.push(self.asked(false).observe(input));
            let pairs = (0..olds.len()).flat_map(|a| (0..olds.len()).map(move |b| (a, b)));
            let all = pairs.map(|(a, b)| {
                let nothing = context(&Value::Null);
                let found = difference::between(block, &olds[a], &news[b], nothing);
                ((a, b), found)
            });
            let fewest = all.min_by_key(|(_, found)| found.len());
            (best, found) = fewest.unwrap_or((best, Vec::new()));
            // Chance, such as the order of a map, is not a difference if both can give the same
            // answer.
            let real = matches!(input, Input::Lifetime { .. });
            let last = [olds.last(), news.last()].into_iter().flatten().flatten();
            let mut failures = last.filter_map(|one| one.failure.as_ref());
            // Another hang would take as long.
            let hung = failures.any(|failure| matches!(failure, Failure::Hung(_)));
            if found.is_empty() || real || hung || olds.len() > AGAIN {
                break;
            }
        }
        let planned = olds.iter().flatten().find(|one| one.action.is_some());
        self.legacy = planned.map(|plan| plan.legacy).or(self.legacy);
        let mut crashed = false;
        let all = olds.iter().chain(&news).flatten();
        for failure in all.filter_map(|one| one.failure.as_ref()) {
            match failure {
                Failure::Gone(text) => return Err(text.clone()),
                Failure::Crashed(_) => crashed = true,
                Failure::Hung(_) => (crashed, self.hangs) = (true, true),
                Failure::Refused(_) => {}
            }
        }
        if crashed {
            self.old.restart();
            self.new.restart();
        }
        if matches!(input, Input::Lifetime { .. }) {
            // Plans are compared separately; only saved objects count here.
            let planned = [Class::Plan, Class::Validation, Class::Replacement];
            found.retain(|one| !planned.contains(&one.class));
        }
        if let (false, Input::Config { .. }) = (found.is_empty(), input) {
            let (old, new) = (&olds[best.0], &news[best.1]);
            let fresh = self.fresh(config);
            found = difference::between(block, old, new, context(&fresh));
            for one in found.iter_mut().filter(|one| one.intended.is_none()) {
                one.intended = self.verified(one, prior, config, old);
            }
        }
        let mut once: Vec<Found> = Vec::new();
        for one in found {
            if !once.iter().any(|other| other.is_like(&one)) {
                once.push(one);
            }
        }
        Ok((once, crashed))
    }

    /// What the old program plans for a new object.
    fn fresh(&mut self, config: &Value) -> Value {
        let seen = self.ask_old().observe(&Input::Config {
            prior: Value::Null,
            config: config.clone(),
        });
        let is_plan = |one: &Observed| one.class == Class::Plan && !one.is_refused();
        let plan = seen.into_iter().rfind(is_plan);
        plan.map_or(Value::Null, |plan| plan.value)
    }

    /// An intended difference that only further calls of the old program can verify.
    fn verified(
        &mut self,
        one: &Found,
        prior: &Value,
        config: &Value,
        old: &[Observed],
    ) -> Option<Intended> {
        if self.legacy == Some(false) {
            return None;
        }
        match one.class {
            Class::Validation if one.what == "only the new program reports an error" => {
                let computed_id =
                    |block: &Block| block.field("id").is_some_and(|id| !id.is_configurable());
                if one.path == "id" && computed_id(&self.pair.new.block) {
                    return Some(Intended(9));
                }
                let errors = old.first()?.errors();
                // Without the argument, an error of the other one is gone.
                let rest = self.errors_of(&without(self.block(), config, &one.path));
                if errors.iter().any(|path| !rest.contains(path)) {
                    return Some(Intended(7));
                }
                // Without the input that stopped the old program, it answers the same.
                let mut rest = config.clone();
                for path in errors.iter().filter(|path| **path != one.path) {
                    rest = without(self.block(), &rest, path);
                }
                let known = without_unknowns(self.block(), &rest);
                let reported = known != *config && self.errors_of(&known).contains(&one.path);
                reported.then_some(Intended(11))
            }
            Class::Replacement
                if one.path.contains('.') && one.what == "only the new program replaces for it" =>
            {
                // The old program replaces the object when the number of these blocks changes.
                let root = one.path.split('.').next().unwrap_or_default();
                let fewer = without(self.block(), prior, root);
                let (prior, config) = (fewer, config.clone());
                let seen = self.ask_old().observe(&Input::Config { prior, config });
                let plan = seen.iter().find(|one| one.class == Class::Plan)?;
                let counted = |path: &Path| path.first_name() == Some(root);
                let replaces =
                    plan.action == Some(Action::Replace) && plan.replace.iter().any(counted);
                replaces.then_some(Intended(3))
            }
            _ => None,
        }
    }

    fn errors_of(&mut self, config: &Value) -> Vec<String> {
        self.ask_old().validate(config).errors()
    }

    fn group(&mut self, found: Found, input: Input, count: usize) -> Result<Group, String> {
        let block = self.block();
        let is_crash = found.what.ends_with("program fails");
        let (mut shown, mut best) = (found.clone(), input);
        // Every further hang would take as long as the first.
        if found.intended.is_none() && !(is_crash && self.hangs) {
            let tries = if is_crash { CRASH_TRIES } else { TRIES };
            best = smallest(block, &best, tries, |input| {
                if is_crash && self.hangs {
                    return Ok(false);
                }
                let (all, _) = self.differences(input)?;
                match all.into_iter().find(|one| one.is_like(&found)) {
                    Some(one) => shown = one,
                    None => return Ok(false),
                }
                Ok(true)
            })?;
        }
        Ok(Group::new(self.pair, shown, &best, count))
    }
}

/// An object without the values at a path of names, in all elements. Required values stay:
/// Terraform sends nothing without them.
fn without(block: &Block, object: &Value, path: &str) -> Value {
    let (name, rest) = path.split_once('.').unwrap_or((path, ""));
    let (Value::Object(values), Some((at, field))) = (object, block.find(name)) else {
        return object.clone();
    };
    let mut values = values.clone();
    values[at] = match field.nested_block() {
        Some((_, inside)) if !rest.is_empty() => {
            values[at].map_objects(|one| without(inside, one, rest))
        }
        _ if field.is(Flags::REQUIRED) => return object.clone(),
        _ => field.absent_value(),
    };
    Value::Object(values)
}

/// Replaces each unknown attribute with an absent one.
fn without_unknowns(block: &Block, object: &Value) -> Value {
    block.replace_fields(object, &|field, value| match field.nested_block() {
        Some(_) if !value.is_unknown() => None,
        _ => (!value.is_wholly_known()).then(|| field.absent_value()),
    })
}
