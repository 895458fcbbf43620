//! What elements with an unknown may turn out to be, and which claims of others that puts in doubt.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::blur::has_forms;
use crate::correlate::{Zeros, masked_hash, shape_hash};
use crate::schema::{Block, Field, Flags};
use crate::value::Value;

/// With more kinds of unknowns than these, every element counts as possibly continued by them.
const MOST_SHAPES: usize = 64;

/// How many pairs of elements that look alike are looked at one by one.
pub(super) const MOST_PAIRS: usize = 256;

/// Which prior elements each open element may turn out to be.
#[derive(Default)]
pub(super) struct Candidates {
    /// By the element; nothing where they are too many to look at.
    elements: BTreeMap<usize, Option<Vec<usize>>>,
    /// By the prior element.
    takers: HashMap<usize, Takers>,
    /// Whether there are too many kinds of elements to tell them apart.
    all: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Takers {
    One(usize),
    Several,
}

/// Elements and prior elements that look alike under what is open in the elements.
#[derive(Default)]
struct Alike {
    elements: Vec<usize>,
    olds: Vec<usize>,
}

impl Candidates {
    /// Those of the elements for which `open` is true.
    pub(super) fn new(
        block: &Block,
        prior: &[Value],
        planned: &[Value],
        open: impl Fn(usize) -> bool,
    ) -> Self {
        let mut candidates = Candidates::default();
        let mut shapes: HashMap<u64, (&Value, HashMap<u64, Alike>)> = HashMap::new();
        for (i, mask) in planned.iter().enumerate().filter(|(i, _)| open(*i)) {
            candidates.elements.insert(i, Some(Vec::new()));
            let shape = shapes.entry(shape_hash(block, mask));
            let (_, buckets) = shape.or_insert_with(|| (mask, HashMap::new()));
            if let Some(hash) = masked_hash(block, mask, mask, Zeros::Exact) {
                buckets.entry(hash).or_default().elements.push(i);
            }
        }
        if shapes.len() > MOST_SHAPES {
            candidates.all = true;
            candidates
                .elements
                .values_mut()
                .for_each(|olds| *olds = None);
            return candidates;
        }
        for (mask, buckets) in shapes.values_mut() {
            for (j, old) in prior.iter().enumerate() {
                if let Some(hash) = masked_hash(block, mask, old, Zeros::Exact)
                    && let Some(alike) = buckets.get_mut(&hash)
                {
                    alike.olds.push(j);
                }
            }
            for alike in buckets.values() {
                candidates.look_at(alike, block, prior, planned);
            }
        }
        candidates
    }

    fn look_at(&mut self, alike: &Alike, block: &Block, prior: &[Value], planned: &[Value]) {
        if alike.elements.len().saturating_mul(alike.olds.len()) > MOST_PAIRS {
            for i in &alike.elements {
                self.elements.insert(*i, None);
            }
            for j in &alike.olds {
                self.takers.insert(*j, Takers::Several);
            }
            return;
        }
        for &i in &alike.elements {
            for &j in &alike.olds {
                let (Some(element), Some(old)) = (planned.get(i), prior.get(j)) else {
                    continue;
                };
                if !may_be(block, element, old) {
                    continue;
                }
                if let Some(Some(olds)) = self.elements.get_mut(&i) {
                    olds.push(j);
                }
                let takers = self.takers.entry(j).or_insert(Takers::One(i));
                if *takers != Takers::One(i) {
                    *takers = Takers::Several;
                }
            }
        }
    }

    /// The open elements with what they may turn out to be, nothing where that is too much.
    pub(super) fn elements(&self) -> impl Iterator<Item = (usize, Option<&[usize]>)> {
        self.elements.iter().map(|(i, olds)| (*i, olds.as_deref()))
    }

    /// Whether an element may turn out to be a prior one other than this.
    pub(super) fn may_leave(&self, element: usize, for_others_than: Option<usize>) -> bool {
        match self.elements.get(&element) {
            None => false,
            Some(None) => true,
            Some(Some(olds)) => olds.iter().any(|j| Some(*j) != for_others_than),
        }
    }

    /// Whether another element than this may turn out to be the prior one.
    pub(super) fn may_be_taken(&self, prior: usize, by_others_than: Option<usize>) -> bool {
        self.all
            || match self.takers.get(&prior) {
                None => false,
                Some(Takers::One(i)) => Some(*i) != by_others_than,
                Some(Takers::Several) => true,
            }
    }
}

/// What is looked at to tell which claims are contested.
pub(super) struct Claims<'a> {
    pub(super) block: &'a Block,
    pub(super) prior: &'a [Value],
    /// The elements as they would be if they were new.
    pub(super) fresh: &'a [Value],
    /// Which prior element each continues.
    pub(super) found: &'a [Option<usize>],
    /// Whether the configuration of each holds no unknown.
    pub(super) known: &'a [bool],
    /// What is displaced may show in other elements, so that it counts where nothing of the
    /// element itself would change.
    pub(super) shows_elsewhere: bool,
    /// Whether volatile fields are open.
    pub(super) volatile: bool,
}

impl Claims<'_> {
    /// Elements that continue a prior one that an element with an unknown may turn out to be,
    /// where that would show: such an element would then be planned anew, or continue another
    /// prior one, and nothing in the first plan would stand for it.
    pub(super) fn contested(&self) -> HashSet<usize> {
        let claims = self.found.iter().enumerate();
        let mut claims: Vec<(usize, usize)> = claims
            .filter_map(|(i, j)| Some((i, (*j)?)))
            .filter(|&(i, j)| self.shows_elsewhere || self.fresh.get(i) != self.prior.get(j))
            .collect();
        let mut contested = HashSet::new();
        let mut covered = HashSet::new();
        let mut rivals: Vec<&Value> = self
            .fresh
            .iter()
            .zip(self.known)
            .filter(|(_, known)| !**known)
            .map(|(element, _)| element)
            .collect();
        // What is displaced may itself displace others.
        for round in 0.. {
            if rivals.is_empty() || claims.is_empty() {
                break;
            }
            let rival = Rivals::new(self.block, &rivals, self.volatile);
            let Some(rival) = rival.filter(|_| round < MOST_ROUNDS) else {
                contested.extend(claims.iter().map(|&(i, _)| i));
                break;
            };
            let mut displaced = Vec::new();
            claims.retain(|&(i, j)| {
                let (Some(element), Some(old)) = (self.fresh.get(i), self.prior.get(j)) else {
                    return false;
                };
                match rival.to(element, old) {
                    Rivalry::None => true,
                    Rivalry::Covered => {
                        if covered.insert(i) {
                            displaced.push(element);
                        }
                        true
                    }
                    Rivalry::Displaces => {
                        contested.insert(i);
                        displaced.push(element);
                        false
                    }
                }
            });
            rivals = displaced;
        }
        contested
    }
}

/// After so many rounds of elements that displace each other, all that is left is contested.
const MOST_ROUNDS: usize = 16;

/// What rivals may do to an element that continues a prior one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rivalry {
    /// None may be the prior one.
    None,
    /// One may be, but then changes places with the element in the plan.
    Covered,
    /// One may be, and nothing in the plan stands for the element then.
    Displaces,
}

/// Elements of which each may turn out to be one of several prior ones.
struct Rivals<'a> {
    block: &'a Block,
    volatile: bool,
    /// By which leaves are open: elements by the hash of the others.
    shapes: HashMap<u64, (&'a Value, HashMap<u64, Vec<&'a Value>>)>,
}

impl<'a> Rivals<'a> {
    /// Nothing if there are too many kinds of them.
    fn new(block: &'a Block, elements: &[&'a Value], volatile: bool) -> Option<Self> {
        let mut rivals = Rivals {
            block,
            volatile,
            shapes: HashMap::new(),
        };
        for element in elements {
            let (mask, index) = rivals
                .shapes
                .entry(shape_hash(block, element))
                .or_insert_with(|| (element, HashMap::new()));
            let hash = masked_hash(block, mask, element, Zeros::Exact)?;
            index.entry(hash).or_default().push(element);
            if rivals.shapes.len() > MOST_SHAPES {
                return None;
            }
        }
        Some(rivals)
    }

    /// The worst that one of them may do to an element that continues this prior one.
    fn to(&self, element: &Value, old: &Value) -> Rivalry {
        let alike = self.shapes.values().filter_map(|(mask, index)| {
            let hash = masked_hash(self.block, mask, old, Zeros::Exact)?;
            index.get(&hash)
        });
        let mut worst = Rivalry::None;
        for rivals in alike {
            if rivals.len() > MOST_RIVALS {
                return Rivalry::Displaces;
            }
            for rival in rivals {
                if !std::ptr::eq(*rival, element) && may_be(self.block, rival, old) {
                    if !covers(self.block, rival, element, self.volatile) {
                        return Rivalry::Displaces;
                    }
                    worst = Rivalry::Covered;
                }
            }
        }
        worst
    }
}

/// With more rivals that look alike than these, they are not looked at one by one.
const MOST_RIVALS: usize = 16;

/// Whether an element may turn out to be the prior one. Leaves that are known in part are looked
/// into; what may be written in several ways counts as the same.
fn may_be(block: &Block, rival: &Value, old: &Value) -> bool {
    let (Value::Object(rival), Value::Object(old)) = (rival, old) else {
        return rival.is_unknown() || rival == old;
    };
    let fields = block.fields.iter().zip(rival.iter().zip(old));
    fields.into_iter().all(|(field, (rival, old))| {
        rival == old
            || match (field.nested_block(), rival, old) {
                (None, rival, old) => field.canonical().is_some() || leaf_may_be(rival, old),
                (Some((_, block)), Value::List(a), Value::List(b)) => {
                    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| may_be(block, a, b))
                }
                (Some((_, block)), Value::Map(a), Value::Map(b)) => {
                    a.len() == b.len()
                        && a.iter()
                            .all(|(k, a)| b.get(k).is_some_and(|b| may_be(block, a, b)))
                }
                (Some((_, block)), Value::Set(a), Value::Set(b)) => {
                    set_may_be(block, a.as_slice(), b.as_slice())
                }
                (Some((_, block)), a @ Value::Object(_), b @ Value::Object(_)) => {
                    may_be(block, a, b)
                }
                (Some(_), rival, _) => rival.is_unknown(),
            }
    })
}

/// Elements of sets inside may become one. Large ones are not looked into.
fn set_may_be(block: &Block, rivals: &[Value], olds: &[Value]) -> bool {
    if rivals.len() < olds.len() {
        return false;
    }
    rivals.len().saturating_mul(olds.len()) > MOST_PAIRS
        || rivals
            .iter()
            .all(|rival| olds.iter().any(|old| may_be(block, rival, old)))
            && olds
                .iter()
                .all(|old| rivals.iter().any(|rival| may_be(block, rival, old)))
}

fn leaf_may_be(rival: &Value, old: &Value) -> bool {
    match (rival, old) {
        (Value::Unknown(_), _) => true,
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| leaf_may_be(a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(k, a)| b.get(k).is_some_and(|b| leaf_may_be(a, b)))
        }
        (Value::Set(a), Value::Set(b)) => a.len() >= b.len() && !rival.is_wholly_known(),
        (Value::Dynamic(a), Value::Dynamic(b)) => leaf_may_be(&a.value, &b.value),
        (rival, old) => rival == old,
    }
}

/// Whether what the rival is planned as stands for the element however that is planned: nothing
/// is known of the rival that is not configured just the same in the element, and the rival is
/// planned as the element was where it continues the same prior one.
fn covers(block: &Block, rival: &Value, element: &Value, volatile: bool) -> bool {
    let (Value::Object(rival), Value::Object(element)) = (rival, element) else {
        return rival.is_unknown() && !(volatile && has_volatile(block));
    };
    let fields = block.fields.iter().zip(rival.iter().zip(element));
    fields.into_iter().all(|(field, (rival, element))| {
        if rival.is_unknown() {
            // What is open in the rival alone is unknown even where a prior one is continued.
            return !volatile || element.is_unknown() || !is_volatile(field);
        }
        match (field.nested_block(), rival, element) {
            (None, rival, element) => field.canonical().is_none() && rival == element,
            (Some((_, block)), Value::List(a), Value::List(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| covers(block, a, b, volatile))
            }
            (Some((_, block)), Value::Map(a), Value::Map(b)) => {
                a.len() == b.len()
                    && a.iter()
                        .all(|(k, a)| b.get(k).is_some_and(|b| covers(block, a, b, volatile)))
            }
            (Some((_, block)), a @ Value::Object(_), b @ Value::Object(_)) => {
                covers(block, a, b, volatile)
            }
            (Some((_, block)), a, b) => a == b && a.is_wholly_known() && !has_forms(block),
        }
    })
}

/// Whether anything in the block may be unknown though its element continues a prior one.
fn has_volatile(block: &Block) -> bool {
    block.fields.iter().any(is_volatile)
}

fn is_volatile(field: &Field) -> bool {
    field.is(Flags::VOLATILE)
        || field.when_changed().is_some()
        || field
            .nested_block()
            .is_some_and(|(_, block)| has_volatile(block))
}
