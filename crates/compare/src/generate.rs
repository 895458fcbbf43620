//! Configurations and prior objects, made from the common schema and from what the old program
//! accepts.

use schema_client::Bytes;
use schema_runtime::schema::Block;
use schema_runtime::terraform_core::proposed_new;
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::case::{Asked, Input, Observed, names};
use crate::draft::{Draft, Leaf, Learned, Nest, collect, required};
use crate::schemas::project;
use crate::seeded::Random;
use crate::side::{Call, Kind};
use crate::values::{filled, to_json};

/// How many values are tried for an attribute until the old program accepts one.
const TRIES: usize = 30;

/// Ids that are tried if none is known.
const IDS: &[&str] = &["a", "1", "a/b", "a:b", "a,b", ""];

/// The generated inputs for one type.
pub(crate) struct Generated {
    pub(crate) inputs: Vec<Input>,
    /// What could not be generated, each a sentence.
    pub(crate) gaps: Vec<String>,
}

pub(crate) struct Generator<'a, 'b> {
    pub(crate) old: &'b mut Asked<'a>,
    pub(crate) random: Random,
    pub(crate) learned: &'b Learned,
    /// The number of inputs for each attribute.
    pub(crate) cases: usize,
    pub(crate) apply: bool,
}

impl Generator<'_, '_> {
    fn common(&self) -> &Block {
        &self.old.pair.common
    }

    /// Generates inputs. The developer provides `configs` and `states`; all of them come first.
    pub(crate) fn generate(mut self, configs: &[Value], states: &[(i64, Json)]) -> Generated {
        let (mut leaves, mut blocks) = (Vec::new(), Vec::new());
        let learned = self.learned;
        collect(self.common(), "", true, learned, &mut leaves, &mut blocks);
        let least = self.least(&blocks, &mut leaves);
        for leaf in leaves.iter_mut().filter(|leaf| !leaf.required) {
            self.settle(&least, leaf);
        }
        let least = required(&blocks, &leaves);
        let most = self.most(&least, &leaves);
        let mut gaps = Vec::new();
        if self.validate(&least).is_refused() {
            gaps.push("No configuration was found that the old program accepts: name a directory with some (--from).".to_owned());
        }
        let mut drafts: Vec<Value> = configs.to_vec();
        drafts.extend([&least, &most].map(|draft| draft.build(self.common())));
        let given = drafts.len();
        self.one_by_one(&least, &most, &leaves, &blocks, &mut drafts);
        let mut priors = Vec::new();
        if self.old.pair.kind == Kind::Resource {
            let version = self.old.pair.old.version;
            for state in states.iter().filter(|(at, _)| *at == version) {
                priors.push(crate::values::of_json(self.common(), &state.1));
            }
            let configs = drafts[..given].iter();
            priors.extend(configs.filter_map(|config| self.state(config)));
        }
        let mut inputs = self.first(states, &drafts[..given], &priors);
        let room = self.cases.saturating_mul(leaves.len());
        let (all, drafts) = ((&*leaves, &*blocks), &drafts[given..]);
        self.inputs(&least, all, drafts, &priors, room, &mut inputs);
        Generated { inputs, gaps }
    }

    /// The inputs that are always sent: the developer's, and some that use each call at least once.
    fn first(&mut self, states: &[(i64, Json)], drafts: &[Value], priors: &[Value]) -> Vec<Input> {
        let mut inputs: Vec<Input> = Vec::new();
        let plan = |prior: &Value, config: &Value| Input::Config {
            prior: prior.clone(),
            config: config.clone(),
        };
        for config in drafts {
            inputs.push(plan(&Value::Null, config));
            inputs.extend(priors.iter().map(|prior| plan(prior, config)));
        }
        if self.old.pair.kind != Kind::Resource {
            return inputs;
        }
        let upgrade = |version: i64, state: &Json| Input::Upgrade {
            version,
            state: state.clone(),
        };
        let old = states
            .iter()
            .map(|(version, state)| upgrade(*version, state));
        inputs.extend(old);
        let known = states.iter().filter_map(|(_, state)| state["id"].as_str());
        let ids = known.chain(IDS.iter().copied());
        inputs.extend(ids.map(|id| Input::Import { id: id.to_owned() }));
        let version = self.old.pair.old.version;
        for prior in priors {
            let own = project(self.common(), self.old.block, prior);
            inputs.push(upgrade(version, &to_json(self.old.block, &own)));
        }
        if self.apply {
            let whole = drafts.iter().filter(|config| config.is_wholly_known());
            let whole: Vec<&Value> = whole.collect();
            for (at, first) in whole.iter().enumerate() {
                let second = whole[(at + 1) % whole.len()];
                inputs.push(Input::Lifetime {
                    first: (*first).clone(),
                    second: second.clone(),
                });
            }
        }
        inputs
    }

    /// Fills the remaining inputs with systematic configurations in turn, and with random ones.
    fn inputs(
        &mut self,
        least: &Draft,
        (leaves, blocks): (&[Leaf], &[Nest]),
        drafts: &[Value],
        priors: &[Value],
        room: usize,
        inputs: &mut Vec<Input>,
    ) {
        let end = inputs.len().saturating_add(room);
        let systematic = room / 4 * 3;
        for config in drafts.iter().take(systematic).cloned() {
            let prior = self.prior(priors);
            inputs.push(Input::Config { prior, config });
        }
        while inputs.len() < end && !leaves.is_empty() {
            let mut draft = least.clone();
            // Pairs and triples of attributes, sometimes more.
            for _ in 0..2 + self.random.below(3) {
                let Some(leaf) = self.random.pick(leaves).cloned() else {
                    break;
                };
                let unknown = Value::UNKNOWN;
                let value = match self.random.below(100) {
                    0..12 => Some(&unknown),
                    12..60 => leaf.values.get(leaf.good),
                    _ => self.random.pick(&leaf.values),
                };
                let value = value.cloned().unwrap_or(Value::Null);
                let around = leaf.path.rsplit_once('.').map(|(block, _)| block);
                if let Some(block) = blocks.iter().find(|block| Some(&*block.path) == around)
                    && self.random.percent(30)
                {
                    let count = 1 + self.random.below(3);
                    let count = count.clamp(block.min, block.max);
                    draft.counts.insert(block.path.clone(), count);
                }
                draft = draft.with(&leaf.path, value);
            }
            let config = draft.build(self.common());
            let prior = self.prior(priors);
            inputs.push(Input::Config { prior, config });
        }
    }

    /// Null, one of the prior objects, or one with something omitted.
    fn prior(&mut self, priors: &[Value]) -> Value {
        if self.random.percent(30) {
            return Value::Null;
        }
        let Some(prior) = self.random.pick(priors).cloned() else {
            return Value::Null;
        };
        if self.random.percent(75) {
            return prior;
        }
        let less = crate::shrink::smaller(self.common(), &prior, true);
        self.random.pick(&less).cloned().unwrap_or(prior)
    }

    /// Each attribute with each of its values, unknown and absent, alone and among all others; each
    /// block zero times, once and twice.
    fn one_by_one(
        &self,
        least: &Draft,
        most: &Draft,
        leaves: &[Leaf],
        blocks: &[Nest],
        all: &mut Vec<Value>,
    ) {
        let mut add = |draft: Draft| {
            let config = draft.build(self.common());
            if !all.contains(&config) {
                all.push(config);
            }
        };
        for leaf in leaves {
            add(least.with(&leaf.path, Value::UNKNOWN));
            if !leaf.must {
                add(most.without(&leaf.path));
            }
            add(most.with(&leaf.path, Value::UNKNOWN));
        }
        for block in blocks {
            for count in [0, 1, 2, 3, block.max] {
                if (block.min..=block.max.min(9)).contains(&count) {
                    let mut draft = most.clone();
                    draft.counts.insert(block.path.clone(), count);
                    add(draft);
                }
            }
            if block.min == 0 {
                add(most.without(&block.path));
            }
        }
        // In turn, so each attribute gets its likeliest values even if not all values fit.
        let longest = leaves.iter().map(|leaf| leaf.values.len()).max();
        for at in 0..longest.unwrap_or(0) {
            for leaf in leaves {
                if let Some(value) = leaf.values.get(at) {
                    add(least.with(&leaf.path, value.clone()));
                }
            }
        }
    }

    fn validate(&mut self, draft: &Draft) -> Observed {
        let config = draft.build(self.common());
        self.old.validate(&config)
    }

    fn errors(&mut self, draft: &Draft) -> Vec<(String, String)> {
        let found = self.validate(draft);
        let errors = found.diagnostics.iter().filter(|one| one.error);
        let named = errors.map(|one| (names(&one.path), one.text.clone()));
        named.collect()
    }

    /// The smallest configuration that the old program accepts.
    fn least(&mut self, blocks: &[Nest], leaves: &mut [Leaf]) -> Draft {
        let mut refused = Vec::new();
        for _ in 0..TRIES * 2 {
            let draft = required(blocks, leaves);
            let errors = self.errors(&draft);
            if errors.is_empty() {
                break;
            }
            let mut moved = false;
            for (path, text) in errors {
                let exact = leaves
                    .iter()
                    .position(|leaf| leaf.path == path && leaf.required);
                let named = |leaf: &Leaf| leaf.path == path || mentions(&text, &leaf.path);
                let others = |leaf: &Leaf| leaf.required && leaf.path != path && named(leaf);
                match exact {
                    // It was added, and conflicts with something else that is set.
                    Some(at) if !leaves[at].must && leaves.iter().any(others) => {
                        leaves[at].required = false;
                        refused.push(at);
                        moved = true;
                    }
                    Some(at) => {
                        let leaf = &mut leaves[at];
                        moved |= leaf.good + 1 < leaf.values.len();
                        leaf.good = (leaf.good + 1).min(leaf.values.len().saturating_sub(1));
                    }
                    // An attribute that the error names is missing.
                    None => {
                        let free = |at: &usize| !leaves[*at].required && !refused.contains(at);
                        let missing = (0..leaves.len()).find(|at| free(at) && named(&leaves[*at]));
                        if let Some(at) = missing {
                            leaves[at].required = true;
                            moved = true;
                        }
                    }
                }
            }
            if !moved {
                break;
            }
        }
        required(blocks, leaves)
    }

    /// Finds a value of an attribute that the old program accepts.
    fn settle(&mut self, least: &Draft, leaf: &mut Leaf) {
        for at in 0..leaf.values.len().min(TRIES) {
            let draft = least.with(&leaf.path, leaf.values[at].clone());
            let found = self.validate(&draft);
            let is_named = |path: &String| leaf.path.starts_with(path) && !path.is_empty();
            if found.failure.is_none() && !found.errors().iter().any(is_named) {
                leaf.good = at;
                return;
            }
        }
    }

    /// Everything at once, except what the old program does not accept together.
    fn most(&mut self, least: &Draft, leaves: &[Leaf]) -> Draft {
        let mut draft = least.clone();
        for leaf in leaves {
            if let Some(value) = leaf.values.get(leaf.good) {
                let known = draft.leaves.entry(leaf.path.clone());
                known.or_insert_with(|| value.clone());
            }
        }
        for _ in 0..TRIES {
            let errors = self.errors(&draft);
            let is_spare = |path: &&str| !path.is_empty() && !least.leaves.contains_key(*path);
            let mut paths = errors.iter().map(|(path, _)| path.as_str());
            match paths.find(is_spare) {
                Some(path) => draft = draft.without(path),
                None => break,
            }
        }
        draft
    }

    /// The object as it would be after its creation.
    fn state(&mut self, config: &Value) -> Option<Value> {
        let block = self.old.block;
        let own = project(self.common(), block, config);
        if !own.is_wholly_known() {
            return None;
        }
        let proposed = proposed_new(block, &Value::Null, &own).ok()?;
        let plan = self.old.call(&Call::Plan {
            prior: &Value::Null,
            proposed: &proposed,
            config: &own,
            private: Bytes::new(),
        });
        let plan = plan.ok().filter(|answer| !answer.is_refused())?;
        let state = filled(block, &plan.value);
        Some(project(block, self.common(), &state))
    }
}

/// Whether a string names an attribute, as a separate word.
fn mentions(text: &str, path: &str) -> bool {
    let name = path.rsplit('.').next().unwrap_or(path);
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| word == name)
}
