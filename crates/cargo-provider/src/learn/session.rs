//! The questions about one type: counted, repeated without whatever crashes the program, and read.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::findings::{Rule, Sdk};
use crate::learn::notes::Notes;
use crate::learn::oracle::{Answer, Call, Failure, Oracle};
use crate::learn::proposed::proposed;
use crate::learn::shape::{Config, Node, Shape};
use crate::learn::text::{Claim, What};
use crate::learn::value::Value;

/// The number of crashes after which nothing more is asked.
const CRASHES: usize = 12;

/// How much may be asked about a type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The maximum number of calls.
    pub(crate) probes: usize,
    /// The maximum time.
    pub(crate) time: Duration,
}

/// The value that a field was given, and the outcome.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) accepted: Vec<Value>,
    /// With the message.
    pub(crate) refused: Vec<(Value, String)>,
}

impl Seen {
    pub(crate) fn is_refused(&self, value: &Value) -> bool {
        self.refused.iter().any(|(known, _)| known == value)
    }
}

/// A claim about a field.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    /// The field; `None` if neither the text nor the path shows it.
    pub(crate) at: Option<usize>,
    pub(crate) claim: Claim,
    pub(crate) text: String,
    pub(crate) error: bool,
}

pub(crate) struct Session<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) notes: Notes,
    pub(crate) oracle: &'a mut dyn Oracle,
    limits: Limits,
    spent: Duration,
    pub(crate) probes: usize,
    pub(crate) sdk: Sdk,
    pub(crate) gaps: Vec<String>,
    /// Fields that crash the program, or that cannot be configured although the schema says so.
    pub(crate) left_out: BTreeSet<usize>,
    /// Fields that crash the program when they change: they keep their value.
    pub(crate) frozen: BTreeSet<usize>,
    /// Fields that change in plans without a change.
    pub(crate) restless: BTreeSet<usize>,
    crashes: usize,
    pub(crate) seen: BTreeMap<usize, Seen>,
    /// Which field a message is about, if neither its text nor its path shows it.
    pub(crate) owners: BTreeMap<String, BTreeSet<usize>>,
    /// Blocks that must occur several times, according to a validator.
    pub(crate) least: BTreeMap<usize, usize>,
    stopped: bool,
    /// How much of the limits may be used for now, and whether it is used up.
    share: f64,
    paused: bool,
}

impl<'a> Session<'a> {
    pub(crate) fn new(shape: &'a Shape, oracle: &'a mut dyn Oracle, limits: Limits) -> Self {
        Self {
            shape,
            notes: Notes::default(),
            oracle,
            limits,
            spent: Duration::ZERO,
            probes: 0,
            sdk: Sdk::Other,
            gaps: Vec::new(),
            left_out: BTreeSet::new(),
            frozen: BTreeSet::new(),
            restless: BTreeSet::new(),
            crashes: 0,
            seen: BTreeMap::new(),
            owners: BTreeMap::new(),
            least: BTreeMap::new(),
            stopped: false,
            share: 1.0,
            paused: false,
        }
    }

    /// Continues with this share of the limits; the rest is kept for later.
    pub(crate) fn go_on(&mut self, share: f64) {
        (self.share, self.paused) = (share, false);
    }

    /// The configurable leaf attributes, without those in `left_out`.
    pub(crate) fn leaves(&self) -> Vec<usize> {
        self.configurable(|node| node.leaf().is_some())
    }

    fn configurable(&self, is_meant: impl Fn(&Node) -> bool) -> Vec<usize> {
        let usable = |at: &usize| {
            let node = &self.shape.nodes[*at];
            let mut around = self.shape.around(*at).into_iter();
            is_meant(node)
                && node.configurable()
                && !node.is_timeout()
                && !self.is_left_out(*at)
                && around.all(|around| self.shape.nodes[around].configurable())
        };
        (0..self.shape.nodes.len()).filter(usable).collect()
    }

    pub(crate) fn is_left_out(&self, at: usize) -> bool {
        let around = self.shape.around(at);
        self.left_out.contains(&at) || around.iter().any(|around| self.left_out.contains(around))
    }

    /// The nested fields that a configuration can have.
    pub(crate) fn blocks(&self) -> Vec<usize> {
        self.configurable(|node| node.nesting().is_some())
    }

    /// How many elements a nested field gets.
    pub(crate) fn count(&self, at: usize) -> usize {
        let told = self.least.get(&at).copied().unwrap_or(1);
        self.shape.nodes[at].min.max(told)
    }

    /// How many elements each nested field gets.
    pub(crate) fn counts(&self) -> BTreeMap<usize, usize> {
        let blocks = self.blocks().into_iter();
        blocks.map(|at| (at, self.count(at))).collect()
    }

    /// All nested fields, and the leaf attributes that have such a value.
    pub(crate) fn config(&self, value: impl Fn(usize) -> Option<Value>) -> Config {
        let leaves = self.leaves().into_iter();
        let leaves = leaves.filter_map(|at| Some((at, value(at)?)));
        Config {
            leaves: leaves.collect(),
            counts: self.counts(),
        }
    }

    fn ask(&mut self, call: &Call, log: bool) -> Option<Result<Answer, String>> {
        if self.is_stopped() {
            return None;
        }
        let calls = self.probes as f64 >= self.limits.probes as f64 * self.share;
        if calls || self.spent >= self.limits.time.mul_f64(self.share) {
            self.paused = true;
            self.gap(format!(
                "Not everything was tried: the limit of {} calls or {} seconds was reached.",
                self.limits.probes,
                self.limits.time.as_secs_f32()
            ));
            return None;
        }
        self.probes += 1;
        let start = Instant::now();
        let answer = self.oracle.ask(call, log);
        self.spent += start.elapsed();
        match answer {
            Ok(answer) => Some(Ok(answer)),
            Err(Failure::Crashed(text)) => {
                self.crashes += 1;
                if self.crashes >= CRASHES {
                    let last = first_line(&text);
                    self.stop(format!(
                        "The program crashed {CRASHES} times, the last time so: {last}"
                    ));
                }
                Some(Err(text))
            }
            Err(Failure::Refused(text)) => {
                self.gap(format!("A call failed: {}", first_line(&text)));
                None
            }
            Err(Failure::Endless(text)) => {
                self.stop(format!(
                    "{}. This type was not examined further: run the command again for it alone (`--only`), or write what the schema does not contain yourself.",
                    first_line(&text).trim_end_matches('.')
                ));
                None
            }
        }
    }

    /// Asks with other environment variables set.
    pub(crate) fn elsewhere(&mut self, call: &Call) -> Option<Answer> {
        if self.is_stopped() {
            return None;
        }
        let start = Instant::now();
        let answer = self.oracle.elsewhere(call)?;
        self.spent += start.elapsed();
        self.probes += 1;
        answer.ok()
    }

    fn stop(&mut self, why: String) {
        self.stopped = true;
        self.gap(why);
    }

    pub(crate) fn gap(&mut self, text: String) {
        if !self.gaps.contains(&text) {
            self.gaps.push(text);
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped || self.paused
    }

    /// Validates a configuration.
    pub(crate) fn validate(&mut self, config: &Config, log: bool) -> Option<(Answer, Vec<Said>)> {
        let make = |shape: &Shape, config: &Config| Call::Validate {
            config: config.build(shape),
        };
        let (config, answer) = self.surviving(config, &Config::default(), log, false, &make)?;
        let said = self.read(&answer.diagnostics, &config);
        for said in &said {
            if let (Some(at), What::Rule(Rule::Size(bounds))) = (said.at, &said.claim.what)
                && self.shape.nodes[at].nesting().is_some()
                && let Some(Ok(least)) = bounds.min.as_ref().map(|min| min.parse::<usize>())
            {
                self.least.insert(at, least.clamp(1, 10));
            }
        }
        self.observe(&config, &said);
        Some((answer, said))
    }

    /// Plans the change from a state to a configuration.
    pub(crate) fn plan(
        &mut self,
        prior: &Value,
        config: &Config,
        base: &Config,
        log: bool,
    ) -> Option<Answer> {
        let make = |shape: &Shape, config: &Config| plan_of(shape, prior, config);
        self.surviving(config, base, log, *prior != Value::Null, &make)
            .map(|(_, answer)| answer)
    }

    /// The same, if the program accepts it.
    pub(crate) fn planned(
        &mut self,
        prior: &Value,
        config: &Config,
        base: &Config,
    ) -> Option<Answer> {
        let answer = self.plan(prior, config, base, false)?;
        (!answer.is_refused()).then_some(answer)
    }

    /// Asks and, if the program crashes, finds the attribute that causes it and omits it from then
    /// on. `base` has the values that do not crash.
    fn surviving(
        &mut self,
        config: &Config,
        base: &Config,
        log: bool,
        changes: bool,
        make: &dyn Fn(&Shape, &Config) -> Call,
    ) -> Option<(Config, Answer)> {
        let mut config = self.allowed(config, base, changes);
        for _ in 0..3 {
            let text = match self.ask(&make(self.shape, &config), log)? {
                Ok(answer) => return Some((config, answer)),
                Err(text) => text,
            };
            let why = first_line(&text);
            let Some(culprit) = self.culprit(&config, base, make)? else {
                self.gap(format!("A call crashes whatever is set: {why}"));
                return None;
            };
            let (path, why) = (self.shape.path(culprit), why.trim_end_matches('.'));
            self.gap(format!(
                "`{path}` was omitted: the program crashes when it is probed ({why})."
            ));
            match changes {
                true => self.frozen.insert(culprit),
                false => self.left_out.insert(culprit),
            };
            config = self.allowed(&config, base, changes);
        }
        None
    }

    /// The same without the attributes that crash the program.
    fn allowed(&self, config: &Config, base: &Config, changes: bool) -> Config {
        let mut config = config.without(self.shape, &self.left_out);
        for at in self.frozen.iter().filter(|_| changes) {
            config.leave(*at, base);
        }
        config
    }

    /// The leaf attribute whose change crashes the program; `Some(None)` if it crashes even without
    /// all changes, and `None` if the search did not finish.
    fn culprit(
        &mut self,
        config: &Config,
        base: &Config,
        make: &dyn Fn(&Shape, &Config) -> Call,
    ) -> Option<Option<usize>> {
        let differs = |at: &usize| config.leaves.get(at) != base.leaves.get(at);
        let without = |some: &[usize]| {
            let mut tried = config.clone();
            for at in some {
                tried.leave(*at, base);
            }
            make(self.shape, &tried)
        };
        let mut suspects: Vec<usize> = config.leaves.keys().copied().filter(differs).collect();
        // It must survive without all of them, or none of them is the cause.
        let all = without(&suspects);
        if suspects.is_empty() || self.ask(&all, false)?.is_err() {
            return Some(None);
        }
        while suspects.len() > 1 {
            let half: Vec<usize> = suspects.drain(..suspects.len() / 2).collect();
            let tried = without(&half);
            if self.ask(&tried, false)?.is_ok() {
                suspects = half;
            }
        }
        Some(suspects.first().copied())
    }

    /// Remembers which values were accepted and which rejected.
    fn observe(&mut self, config: &Config, said: &[Said]) {
        let errors: Vec<&Said> = said.iter().filter(|said| said.error).collect();
        let nameless = errors.iter().filter(|said| said.at.is_none());
        let owners: Vec<_> = nameless.map(|said| self.owners.get(&said.text)).collect();
        let unknown = owners.contains(&None);
        let suspects: BTreeSet<usize> = owners.into_iter().flatten().flatten().copied().collect();
        for (&at, value) in &config.leaves {
            let about = |said: &&&Said| said.at == Some(at);
            let around = self.shape.around(at);
            let own: Vec<&&Said> = errors.iter().filter(about).collect();
            let hidden = errors.iter().any(|said| {
                // The framework reads an object as a whole: an unreadable part hides the rest.
                let unread = matches!(said.claim.what, What::Whole(_)) && self.sdk != Sdk::Sdkv2;
                let beside = |other| unread && self.shape.around(other).first() == around.first();
                said.at.is_some_and(|other| {
                    around.contains(&other) || !around.is_empty() && beside(other)
                })
            });
            let seen = self.seen.entry(at).or_default();
            let judged = own.iter().find(|said| {
                matches!(
                    said.claim.what,
                    What::Rule(_) | What::HiddenPattern(_) | What::Own(_) | What::Semantic(_)
                )
            });
            if let Some(judged) = judged {
                if !seen.is_refused(value) {
                    seen.refused.push((value.clone(), judged.text.clone()));
                }
            } else if own.is_empty()
                && !hidden
                && !unknown
                && !suspects.contains(&at)
                && value.is_known()
                && !seen.accepted.contains(value)
            {
                seen.accepted.push(value.clone());
            }
        }
    }

    pub(crate) fn seen(&self, at: usize) -> Seen {
        self.seen.get(&at).cloned().unwrap_or_default()
    }
}

/// The call that plans the change from a state to a configuration.
pub(crate) fn plan_of(shape: &Shape, prior: &Value, config: &Config) -> Call {
    let config = config.build(shape);
    Call::Plan {
        prior: prior.clone(),
        proposed: proposed(shape, prior, &config),
        config,
    }
}

/// The most telling part of a string: the message of a panic, else its first line.
pub(crate) fn first_line(text: &str) -> &str {
    let panics = |line: &&str| line.trim_start().starts_with("panic: ");
    let panic = text.lines().find(panics).map(str::trim);
    let first = || text.lines().find(|line| !line.trim().is_empty());
    panic.or_else(first).unwrap_or_default()
}
