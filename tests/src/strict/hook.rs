//! A plan hook: computed strings that follow from what is configured, and changes that it says
//! cannot be made in place.

use schema_runtime::attr::{TypedStep, walk};
use schema_runtime::data::Val;
use schema_runtime::path::{Path, Step};
use schema_runtime::plan::PlanCore;
use schema_runtime::schema::{Block, Flags, Kind, Nesting};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::random::Random;

/// A hook that answers the same whenever it is asked the same.
#[derive(Clone, Debug, Default)]
pub(super) struct Hook {
    /// Positions of computed strings, each with that of the field that it follows from.
    derived: Vec<(usize, usize)>,
    /// Where a change forces the replacement.
    forced: Vec<Path>,
    /// Positions of fields whose change forces it if their value satisfies a condition, or may do
    /// so.
    conditional: Vec<usize>,
}

impl Hook {
    /// A random one; often one that does nothing.
    #[must_use]
    pub(super) fn new(random: &mut Random, block: &Block) -> Hook {
        let mut hook = Hook::default();
        if random.percent(60) {
            return hook;
        }
        let all = || block.fields.iter().enumerate();
        let sources: Vec<usize> = all()
            .filter(|(_, f)| f.is_block() || f.is_configurable())
            .filter(|(_, f)| !f.is(Flags::WRITE_ONLY))
            .map(|(position, _)| position)
            .collect();
        for (position, field) in all() {
            let text = matches!(&field.kind, Kind::Attribute { ty } if **ty == Type::String);
            if text
                && field.is(Flags::COMPUTED)
                && !field.is(Flags::IMPLIED)
                && !sources.is_empty()
                && random.percent(50)
            {
                hook.derived.push((position, *random.pick(&sources)));
            }
        }
        if random.percent(60) {
            hook.forced = (0..1 + random.below(2))
                .map(|_| somewhere(random, block))
                .collect();
        }
        if !sources.is_empty() && random.percent(60) {
            hook.conditional = (0..2).map(|_| *random.pick(&sources)).collect();
        }
        hook
    }

    /// What it does in a plan.
    pub(super) fn run(&self, plan: &mut PlanCore) {
        let forced = self.forced(plan);
        let at = |object: &Value, position: usize| {
            let values = object.as_object().unwrap_or(&[]);
            values.get(position).cloned().unwrap_or(Value::Null)
        };
        for (target, source) in &self.derived {
            if !at(plan.config(), *target).is_null() {
                continue;
            }
            let source = at(plan.config(), *source);
            let value = if source.is_wholly_known() {
                Value::from(format!("of-{}", sum(&source)))
            } else {
                Value::UNKNOWN
            };
            plan.set_new_field(*target, value);
        }
        for path in forced {
            plan.require_replace_at(path);
        }
    }

    /// Where it always forces the replacement if something changes.
    #[must_use]
    pub(super) fn always_forced(&self) -> &[Path] {
        &self.forced
    }

    /// Where it forces the replacement of this draft if something changes.
    #[must_use]
    pub(super) fn forced(&self, draft: &PlanCore) -> Vec<Path> {
        let holds = |position: &&usize| {
            let steps = [TypedStep::Field(**position as u16)];
            match draft.settled(&steps, walk(draft.planned(), &steps)) {
                Val::Null => false,
                Val::Unknown => true,
                Val::Known(value) => sum(value) % 2 == 1,
            }
        };
        let fields = &draft.schema().block.fields;
        let conditional = self.conditional.iter().filter(holds);
        let conditional = conditional.map(|position| Path::new(fields[*position].name.clone()));
        self.forced.iter().cloned().chain(conditional).collect()
    }

    /// Whether it does anything.
    #[must_use]
    pub(super) fn is_idle(&self) -> bool {
        self.derived.is_empty() && self.forced.is_empty() && self.conditional.is_empty()
    }
}

/// A number of a value, the same in every process, and for every order of a set.
fn sum(value: &Value) -> u64 {
    format!("{value:?}").bytes().map(u64::from).sum()
}

/// A path to some field, which need not lead anywhere in a value.
fn somewhere(random: &mut Random, block: &Block) -> Path {
    let mut path = Path::root();
    let mut block = block;
    loop {
        let field = random.pick(&block.fields);
        path.push(Step::Attribute(field.name.clone()));
        let Some((nesting, inside)) = field.nested_block() else {
            return path;
        };
        if inside.fields.is_empty() || random.percent(30) {
            return path;
        }
        match nesting {
            Nesting::List => path.push(Step::Index(random.below(2) as u64)),
            Nesting::Map => path.push(Step::Key(["a", "b"][random.below(2)].to_owned().into())),
            Nesting::Set => path.push(Step::Element(Box::new(Value::Null))),
            Nesting::Single | Nesting::Group => {}
        }
        block = inside;
    }
}
