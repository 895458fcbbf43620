//! Which planned set elements are ambiguous: an element with an unknown may turn out to be the
//! prior element that they continue.

use std::collections::{HashMap, HashSet};

use super::SetSides;
use super::make_unknown::has_forms;
use crate::correlate::{possible_hash, possible_shape};
use crate::schema::{Block, Field, Flags};
use crate::value::{Value, aligned, each_fits_some};

/// With more kinds of unknowns than this, they may continue any element.
pub(super) const MOST_SHAPES: usize = 64;

/// How many pairs of similar elements are compared one by one.
pub(super) const MOST_PAIRS: usize = 256;

impl SetSides<'_> {
    /// Elements that continue a prior one which an element with an unknown may turn out to be, if
    /// that would show: they would then be planned again, or continue a different prior one, and
    /// nothing in the first plan would represent them.
    ///
    /// If displacing an element may show in others (`shows_elsewhere`), it counts even if the
    /// element itself would not change. `volatile` says whether volatile fields are open.
    pub(super) fn ambiguous(&self, shows_elsewhere: bool, volatile: bool) -> HashSet<usize> {
        let claims = self.found.iter().enumerate();
        let mut claims: Vec<(usize, usize)> = claims
            .filter_map(|(i, j)| Some((i, (*j)?)))
            .filter(|&(i, j)| shows_elsewhere || self.fresh[i] != self.prior[j])
            .collect();
        let mut ambiguous = HashSet::new();
        let mut covered = HashSet::new();
        let elements = self.fresh.iter().zip(self.known);
        let mut rivals: Vec<&Value> = elements
            .filter_map(|(element, known)| (!known).then_some(element))
            .collect();
        // A displaced element may itself displace others.
        for round in 0.. {
            if rivals.is_empty() || claims.is_empty() {
                break;
            }
            let rival = PossibleMatches::new(self.block, &rivals, volatile);
            let Some(rival) = rival.filter(|_| round < MOST_ROUNDS) else {
                ambiguous.extend(claims.iter().map(|&(i, _)| i));
                break;
            };
            let mut displaced = Vec::new();
            claims.retain(|&(i, j)| {
                let element = &self.fresh[i];
                match rival.effect_on(element, &self.prior[j]) {
                    Effect::None => true,
                    Effect::Covered => {
                        if covered.insert(i) {
                            displaced.push(element);
                        }
                        true
                    }
                    Effect::Displaces => {
                        ambiguous.insert(i);
                        displaced.push(element);
                        false
                    }
                }
            });
            rivals = displaced;
        }
        ambiguous
    }
}

/// After this many rounds of displacement, everything left is ambiguous.
const MOST_ROUNDS: usize = 16;

/// The effect that rivals may have on an element that continues a prior one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Effect {
    /// None may be the prior one.
    None,
    /// One may be, but then it changes places with the element in the plan.
    Covered,
    /// One may be, and then nothing in the plan represents the element.
    Displaces,
}

/// Elements that may each turn out to be one of several prior ones.
struct PossibleMatches<'a> {
    block: &'a Block,
    volatile: bool,
    /// By the set of open leaves: elements by the hash of the others.
    shapes: HashMap<u64, (&'a Value, HashMap<u64, Vec<&'a Value>>)>,
}

impl<'a> PossibleMatches<'a> {
    /// `None` if there are too many kinds of them.
    fn new(block: &'a Block, elements: &[&'a Value], volatile: bool) -> Option<Self> {
        let mut rivals = PossibleMatches {
            block,
            volatile,
            shapes: HashMap::new(),
        };
        for element in elements {
            let (mask, index) = rivals
                .shapes
                .entry(possible_shape(block, element))
                .or_insert_with(|| (element, HashMap::new()));
            let hash = possible_hash(block, mask, element)?;
            index.entry(hash).or_default().push(element);
            if rivals.shapes.len() > MOST_SHAPES {
                return None;
            }
        }
        Some(rivals)
    }

    /// The worst effect that one of them may have on an element that continues this prior one.
    fn effect_on(&self, element: &Value, old: &Value) -> Effect {
        let alike = self.shapes.values().filter_map(|(mask, index)| {
            let hash = possible_hash(self.block, mask, old)?;
            index.get(&hash)
        });
        let mut worst = Effect::None;
        for rivals in alike {
            if rivals.len() > MOST_RIVALS {
                return Effect::Displaces;
            }
            for rival in rivals {
                if !std::ptr::eq(*rival, element) && may_be(self.block, rival, old) {
                    if !covers(self.block, rival, element, self.volatile) {
                        return Effect::Displaces;
                    }
                    worst = Effect::Covered;
                }
            }
        }
        worst
    }
}

/// With more similar rivals than this, they are not compared one by one.
const MOST_RIVALS: usize = 16;

/// Whether an element may turn out to be the prior one. Partly known leaves are inspected; values
/// with several spellings count as the same.
pub(in crate::plan) fn may_be(block: &Block, rival: &Value, old: &Value) -> bool {
    let (Value::Object(rival), Value::Object(old)) = (rival, old) else {
        return rival.is_unknown() || rival == old;
    };
    let fields = block.fields.iter().zip(rival.iter().zip(old));
    fields.into_iter().all(|(field, (rival, old))| {
        rival == old
            || match (field.nested_block(), rival, old) {
                (None, rival, old) => field.canonical().is_some() || leaf_may_be(rival, old),
                (Some((_, block)), Value::Set(a), Value::Set(b)) => {
                    set_may_be(block, a.as_slice(), b.as_slice())
                }
                (Some((_, block)), rival, old) => {
                    let mut objects = rival.objects().zip(old.objects());
                    rival.is_unknown()
                        || aligned(rival, old) && objects.all(|(a, b)| may_be(block, a, b))
                }
            }
    })
}

/// Elements of nested sets may merge. Large sets are not inspected.
fn set_may_be(block: &Block, rivals: &[Value], prior_indices: &[Value]) -> bool {
    if rivals.len() < prior_indices.len() {
        return false;
    }
    rivals.len().saturating_mul(prior_indices.len()) > MOST_PAIRS
        || each_fits_some(rivals, prior_indices, |rival, old| {
            may_be(block, rival, old)
        })
}

fn leaf_may_be(rival: &Value, old: &Value) -> bool {
    match (rival, old) {
        (Value::Unknown(_), _) => true,
        (Value::Set(a), Value::Set(b)) => a.len() >= b.len() && !rival.is_wholly_known(),
        (Value::Dynamic(a), Value::Dynamic(b)) => leaf_may_be(&a.value, &b.value),
        (rival, old) if aligned(rival, old) => {
            let mut parts = rival.children().zip(old.children());
            parts.all(|(rival, old)| leaf_may_be(rival, old))
        }
        (rival, old) => rival == old,
    }
}

/// Whether the rival's plan represents the element however that is planned: everything known of the
/// rival is configured the same in the element, and the rival is planned like the element if it
/// continues the same prior one.
fn covers(block: &Block, rival: &Value, element: &Value, volatile: bool) -> bool {
    let (Value::Object(rival), Value::Object(element)) = (rival, element) else {
        return *rival == Value::UNKNOWN && !(volatile && may_be_recomputed(block));
    };
    let fields = block.fields.iter().zip(rival.iter().zip(element));
    fields.into_iter().all(|(field, (rival, element))| {
        if let Value::Unknown(known_of_it) = rival {
            // What is open only in the rival is unknown even if it continues a prior one.
            let inside = field.nested_block();
            let recomputed =
                is_recomputed(field) || inside.is_some_and(|(_, block)| may_be_recomputed(block));
            let stays = volatile && !element.is_unknown() && recomputed;
            return known_of_it.is_none() && !stays;
        }
        match (field.nested_block(), rival, element) {
            (None, rival, element) => field.canonical().is_none() && rival == element,
            (Some((_, block)), a, b) if aligned(a, b) => {
                let mut objects = a.objects().zip(b.objects());
                objects.all(|(a, b)| covers(block, a, b, volatile))
            }
            (Some((_, block)), a, b) => a == b && a.is_wholly_known() && !has_forms(block),
        }
    })
}

/// Whether anything in the block may be unknown although its element continues a prior one.
fn may_be_recomputed(block: &Block) -> bool {
    block.any_field(&is_recomputed)
}

fn is_recomputed(field: &Field) -> bool {
    field.is(Flags::VOLATILE) || field.when_changed().is_some()
}
