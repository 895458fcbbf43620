//! Write-only arguments in whole sets, and fed by ephemeral resources; nothing of them is saved.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, changes_nothing, creates, object, updates};

use crate::provider::{Corner, next_id};

/// A locker.
#[derive(Schema)]
#[schema(resource = "corner_locker")]
pub struct Locker {
    /// A set as a whole.
    #[field(optional, write_only)]
    codes: Option<Set<Secret>>,
    #[field(optional, write_only)]
    any: Option<Dynamic>,
    #[field(optional, write_only)]
    pair: Option<(String, i64)>,
    #[field(optional, nested(map))]
    door: BTreeMap<String, Door>,
    #[field(block(list))]
    shelf: Vec<Shelf>,
    #[field(optional)]
    revision: Option<i64>,
    /// What arrived at create or update, without the values.
    #[field(computed(when_changed(revision)))]
    seen: String,
}

/// A door.
#[derive(Schema)]
#[schema(block)]
pub struct Door {
    #[field(optional)]
    label: Option<String>,
    #[field(optional, write_only)]
    keys: Option<Set<String>>,
}

/// A shelf.
#[derive(Schema)]
#[schema(block)]
pub struct Shelf {
    #[field(required)]
    name: String,
    #[field(block(single))]
    lock: Option<Lock>,
}

/// A lock.
#[derive(Schema)]
#[schema(block)]
pub struct Lock {
    #[field(required, write_only)]
    pins: Option<Vec<i64>>,
}

impl Locker {
    fn look(data: &mut ResourceData<Self>) -> Result {
        let all = data.read_struct()?;
        let count = |count: Option<usize>| count.map_or("-".to_owned(), |count| count.to_string());
        let doors = all
            .door
            .values()
            .map(|door| count(door.keys.as_ref().map(|keys| keys.len())));
        let locks = all.shelf.iter().map(|shelf| {
            let lock = shelf.lock.as_ref();
            count(lock.and_then(|lock| lock.pins.as_ref()).map(Vec::len))
        });
        let seen = format!(
            "codes {}, any {}, pair {}, doors {}, locks {}",
            count(all.codes.as_ref().map(|codes| codes.len())),
            all.any
                .as_ref()
                .map_or("-".to_owned(), |any| any.ty().to_string()),
            count(all.pair.as_ref().map(|(text, _)| text.len())),
            doors.collect::<Vec<_>>().join(" "),
            locks.collect::<Vec<_>>().join(" "),
        );
        data.set(Locker::SEEN, seen);
        Ok(())
    }
}

impl Resource for Locker {
    type Provider = Corner;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(next_id());
        Self::look(data)
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

impl Update for Locker {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::look(data)
    }
}

/// A ticket.
#[derive(Schema)]
#[schema(ephemeral = "corner_ticket")]
pub struct Ticket {
    #[field(required)]
    name: String,
    #[field(optional, computed)]
    seats: Option<Set<i64>>,
    #[field(computed, sensitive)]
    code: String,
    #[field(optional, nested(set))]
    stops: Set<Stop>,
    #[field(optional)]
    any: Option<Dynamic>,
}

/// Where it is valid.
#[derive(Schema)]
#[schema(block)]
pub struct Stop {
    #[field(required)]
    name: String,
    #[field(optional)]
    zone: Option<i64>,
}

impl EphemeralResource for Ticket {
    type Provider = Corner;

    async fn open(_: &Cx<Self>, data: &mut OpenData<Self>) -> Result {
        let name = data.get(Ticket::NAME);
        if data.get(Ticket::SEATS).is_none() {
            data.set(
                Ticket::SEATS,
                Some([3, 1, 2].into_iter().collect::<Set<i64>>()),
            );
        }
        data.set(Ticket::CODE, format!("canary-{name}-{}", next_id()));
        Ok(())
    }

    async fn close(_: &Cx<Self>, _: &EphemeralData<Self>) -> Result {
        Ok(())
    }
}

const LOCKER: &str = "corner_locker.a";

/// Everything is set by an ephemeral resource, with different values in every phase.
fn config(revision: i64) -> String {
    format!(
        r#"
ephemeral "corner_ticket" "t" {{
  name  = "t"
  stops = [{{ name = "b" }}, {{ name = "a", zone = 1 }}, {{ name = "b" }}]
  any   = {{ deep = [1, "x"] }}
}}

resource "corner_locker" "a" {{
  codes = [ephemeral.corner_ticket.t.code, "fixed", "fixed"]
  any   = [for stop in ephemeral.corner_ticket.t.stops : stop.name]
  pair  = [ephemeral.corner_ticket.t.any.deep[1], 7]
  door = {{
    front = {{ label = "f", keys = [for seat in ephemeral.corner_ticket.t.seats : "k${{seat}}"] }}
    back  = {{ label = "b" }}
  }}
  shelf {{
    name = "top"
    lock {{
      pins = ephemeral.corner_ticket.t.seats
    }}
  }}
  shelf {{
    name = "low"
  }}
  revision = {revision}
}}
"#
    )
}

#[test]
fn sets_and_blocks_accept_ephemeral_values_and_save_nothing() {
    let seen = "codes 2, any tuple([string, string]), pair 1, doors - 3, locks 3 -";
    ProviderTest::new::<Corner>()
        .step(
            Step::apply(config(1))
                .plans(creates(LOCKER).attr(Locker::CODES).is_null().attr(Locker::SEEN).is_unknown())
                .saves(
                    object(LOCKER)
                        .attr(Locker::SEEN)
                        .is(seen)
                        .attr(Locker::CODES)
                        .is_null()
                        .attr(Locker::PAIR)
                        .is_null()
                        .attr(Locker::ANY)
                        .is_null(),
                )
                .does_not_mention("canary-t"),
        )
        .step(Step::plan(config(1)).plans(changes_nothing(LOCKER)))
        .step(
            Step::apply(config(2))
                .plans(updates(LOCKER).only_unknown(["seen"]))
                .saves(object(LOCKER).attr(Locker::SEEN).is(seen)),
        )
        .step(
            Step::apply(
                "resource \"corner_locker\" \"a\" {\n  shelf {\n    name = \"top\"\n  }\n  revision = 3\n}\n",
            )
            .saves(
                object(LOCKER)
                    .attr(Locker::SEEN)
                    .is("codes -, any -, pair -, doors , locks -"),
            ),
        )
        .run();
}

#[test]
fn ephemeral_values_are_rejected_elsewhere() {
    let ticket = "ephemeral \"corner_ticket\" \"t\" {\n  name = \"t\"\n}\n";
    let seats = "ephemeral.corner_ticket.t.seats";
    for block in [
        format!("resource \"corner_echo\" \"a\" {{\n  input = {seats}\n}}\n"),
        format!("output \"it\" {{\n  value = {seats}\n}}\n"),
        format!("resource \"corner_locker\" \"a\" {{\n  for_each = {seats}\n}}\n"),
        format!("resource \"corner_locker\" \"a\" {{\n  revision = length({seats})\n}}\n"),
    ] {
        ProviderTest::new::<Corner>()
            .step(Step::plan(format!("{ticket}{block}")).fails("[Ee]phemeral"))
            .run();
    }
}
