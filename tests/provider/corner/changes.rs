//! Changes whose plan used to differ from the apply: with conditions, in lists, from null to an
//! empty collection.

use schema_provider::prelude::*;
use schema_provider::testing::{
    ProviderTest, Step, changes_nothing, object, replaces, terraform_version, updates,
};

#[derive(Schema)]
#[schema(provider = "change")]
struct Change {}

impl Provider for Change {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Seed, Tank, Rack, Route, Bag, Deploy, Shelf]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// Create and update return the same, and nothing is read.
macro_rules! made_by_update {
    ($($resource:ident),*) => {$(
        impl Resource for $resource {
            type Provider = Change;
            async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
                Self::asked(plan);
                Ok(())
            }
            async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                data.set_id("a");
                Self::update(cx, data).await
            }
            nothing_to_read!();
            async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
                Ok(())
            }
        }
        impl Update for $resource {
            async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
                Self::made(data);
                Ok(())
            }
        }
    )*};
}
made_by_update!(Seed, Tank, Rack, Route, Deploy, Shelf);

/// A number that is known to others only at apply.
#[derive(Schema)]
#[schema(resource = "change_seed")]
struct Seed {
    #[field(required)]
    give: i64,
    #[field(computed(when_changed(give)))]
    number: i64,
}

impl Seed {
    fn asked(_: &mut PlanData<Self>) {}
    fn made(data: &mut ResourceData<Self>) {
        data.set(Seed::NUMBER, data.get(Seed::GIVE));
    }
}

#[derive(Schema)]
#[schema(resource = "change_tank")]
struct Tank {
    #[field(required)]
    size: i64,
    #[field(computed)]
    checks: i64,
}

impl Tank {
    fn asked(plan: &mut PlanData<Self>) {
        plan.check_value(Tank::SIZE, |size| match size {
            13 => Err("13 is no size"),
            _ => Ok(()),
        });
        plan.require_replace_if_change(Tank::SIZE, |old, new| new < old);
        let grows = plan.change_is(Tank::SIZE, |old, new| new > old);
        plan.unknown_if(Tank::CHECKS, grows);
    }
    fn made(data: &mut ResourceData<Self>) {
        data.set(Tank::CHECKS, data.get(Tank::SIZE) * 2);
    }
}

fn tank(give: i64) -> String {
    format!(
        "resource \"change_seed\" \"s\" {{\n  give = {give}\n}}\n\
         resource \"change_tank\" \"t\" {{\n  size = change_seed.s.number\n}}\n"
    )
}

#[test]
fn an_undecided_condition_plans_a_replacement() {
    ProviderTest::new::<Change>()
        .step(Step::apply(tank(9)))
        .step(Step::apply(tank(5)).plans(replaces("change_tank.t")))
        // Undecided, and finally none.
        .step(
            Step::apply(tank(7))
                .plans(replaces("change_tank.t"))
                .saves(object("change_tank.t").attr(Tank::CHECKS).is(14)),
        )
        .run();
}

#[test]
fn a_check_waits_for_the_value() {
    ProviderTest::new::<Change>()
        .step(Step::apply(tank(9)))
        .step(Step::apply(tank(13)).fails("13 is no size"))
        .step(Step::apply(tank(14)))
        .run();
}

#[derive(Schema)]
#[schema(resource = "change_rack")]
struct Rack {
    #[field(block(list))]
    disk: Vec<Disk>,
    #[field(block(set), allow(computed_in_set, reason = "that is the case"))]
    card: Set<Disk>,
    #[field(computed(volatile))]
    got: i64,
}

#[derive(Schema, Clone)]
struct Disk {
    #[field(required)]
    size: i64,
    #[field(computed)]
    id: String,
}

impl Rack {
    fn asked(plan: &mut PlanData<Self>) {
        plan.check_value(Rack::DISK, |disks| {
            match disks.iter().map(|disk| disk.size).sum::<i64>() {
                sum if sum > 100 => Err(format!("{sum} is more than 100")),
                _ => Ok(()),
            }
        });
        plan.check_value(Rack::CARD, |cards| match cards.len() {
            0..3 => Ok(()),
            many => Err(format!("{many} cards are too many")),
        });
        plan.require_replace_if_change(Rack::DISK, |old, new| new.len() > old.len());
    }
    fn made(data: &mut ResourceData<Self>) {
        let count = data
            .get_ok(Rack::DISK)
            .map_or(-1, |disks| disks.len() as i64);
        data.set(Rack::GOT, count);
        let named = |disk: Disk| Disk {
            id: format!("id of {}", disk.size),
            ..disk
        };
        let disks: Vec<Disk> = data.get(Rack::DISK).into_iter().map(named).collect();
        let cards: Set<Disk> = data.get(Rack::CARD).into_iter().map(named).collect();
        data.set(Rack::DISK, disks);
        data.set(Rack::CARD, cards);
    }
}

fn rack(disks: &[i64], cards: &[i64]) -> String {
    let blocks = |name: &str, sizes: &[i64]| -> String {
        let block = |size| format!("  {name} {{\n    size = {size}\n  }}\n");
        sizes.iter().map(block).collect()
    };
    let (disks, cards) = (blocks("disk", disks), blocks("card", cards));
    format!("resource \"change_rack\" \"a\" {{\n{disks}{cards}}}\n")
}

#[test]
fn collections_with_a_computed_field_inside_are_checked() {
    ProviderTest::new::<Change>()
        .step(Step::plan(rack(&[60, 60], &[])).fails("more than 100"))
        .step(Step::plan(rack(&[], &[1, 2, 3])).fails("too many"))
        .step(Step::apply(rack(&[1, 2], &[1])).saves(object("change_rack.a").attr(Rack::GOT).is(2)))
        .step(Step::plan(rack(&[1, 99, 2], &[1])).fails("more than 100"))
        .step(Step::plan(rack(&[1, 2, 3], &[1])).plans(replaces("change_rack.a")))
        .step(Step::plan(rack(&[2], &[1])).plans(updates("change_rack.a")))
        .run();
}

#[derive(Schema)]
#[schema(resource = "change_route")]
struct Route {
    #[field(block(list))]
    stop: Vec<Stop>,
    #[field(optional, nested(list), list_key = Place::NAME)]
    places: Vec<Place>,
}

#[derive(Schema, Clone)]
struct Stop {
    #[field(required)]
    name: String,
    #[field(computed)]
    id: String,
}

#[derive(Schema, Clone)]
struct Place {
    #[field(required)]
    name: String,
    #[field(optional)]
    note: Option<String>,
    #[field(computed)]
    id: String,
}

impl Route {
    fn asked(_: &mut PlanData<Self>) {}
    fn made(data: &mut ResourceData<Self>) {
        // Only elements without an id are numbered.
        let id = |id: String, name: &str| match id.is_empty() {
            true => format!("id of {name}"),
            false => id,
        };
        let stops = data.get(Route::STOP).into_iter();
        let stops: Vec<Stop> = stops
            .map(|stop| Stop {
                id: id(stop.id, &stop.name),
                name: stop.name,
            })
            .collect();
        let places = data.get(Route::PLACES).into_iter();
        let places: Vec<Place> = places
            .map(|place| Place {
                id: id(place.id, &place.name),
                ..place
            })
            .collect();
        data.set(Route::STOP, stops);
        data.set(Route::PLACES, places);
    }
}

fn route(stops: &[&str]) -> String {
    let stops: String = stops
        .iter()
        .map(|name| format!("  stop {{\n    name = {name}\n  }}\n"))
        .collect();
    format!("resource \"change_route\" \"a\" {{\n{stops}}}\n")
}

#[test]
fn computed_values_follow_the_element_of_a_list() {
    let stop = |i: usize, name: &str| {
        object("change_route.a")
            .attr(format!("stop[{i}].id"))
            .is(format!("id of {name}"))
    };
    ProviderTest::new::<Change>()
        .step(Step::apply(route(&["\"a\"", "\"b\""])))
        .step(Step::apply(route(&["\"b\""])).saves(stop(0, "b")))
        .step(
            Step::apply(route(&["\"c\"", "\"b\""]))
                .saves(stop(0, "c"))
                .saves(stop(1, "b")),
        )
        .step(
            Step::apply(route(&["\"b\"", "\"c\""]))
                .saves(stop(0, "b"))
                .saves(stop(1, "c")),
        )
        // A different name at the same index, in a list of the same length, is the same element
        // renamed.
        .step(
            Step::apply(route(&["\"b\"", "\"d\""]))
                .saves(stop(0, "b"))
                .saves(stop(1, "c")),
        )
        .run();
}

/// The unknown one turns out to be the one that the other would continue.
#[test]
fn an_unknown_element_may_become_any_other() {
    let seed = |give: i64| format!("resource \"change_seed\" \"s\" {{\n  give = {give}\n}}\n");
    let first = |give: i64| seed(give) + &route(&["tostring(change_seed.s.number)", "\"2\""]);
    ProviderTest::new::<Change>()
        .step(Step::apply(first(1)))
        .step(Step::apply(first(2)))
        .step(Step::plan(first(2)).plans(changes_nothing("change_route.a")))
        .run();
}

#[test]
fn a_list_key_pairs_elements_whose_rest_changes() {
    let places = |places: &[(&str, &str)]| {
        let one =
            |(name, note): &(&str, &str)| format!("{{ name = \"{name}\", note = \"{note}\" }}");
        let places: Vec<String> = places.iter().map(one).collect();
        format!(
            "resource \"change_route\" \"a\" {{\n  places = [{}]\n}}\n",
            places.join(", ")
        )
    };
    let place = |i: usize, name: &str| {
        object("change_route.a")
            .attr(format!("places[{i}].id"))
            .is(format!("id of {name}"))
    };
    ProviderTest::new::<Change>()
        .step(Step::apply(places(&[("a", "1"), ("b", "1")])))
        .step(
            Step::apply(places(&[("b", "2"), ("a", "2"), ("c", "1")]))
                .saves(place(0, "b"))
                .saves(place(1, "a"))
                .saves(place(2, "c")),
        )
        // At the same index, but a different one.
        .step(Step::apply(places(&[("x", "2"), ("a", "2"), ("c", "1")])).saves(place(0, "x")))
        .run();
}

/// It has no update, and needs none.
#[derive(Schema)]
#[schema(resource = "change_bag")]
struct Bag {
    #[field(required, force_new)]
    name: String,
    #[field(optional, force_new)]
    ids: Set<String>,
    #[field(optional, force_new)]
    exact: Option<Vec<String>>,
}

impl Resource for Bag {
    type Provider = Change;
    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Bag::NAME));
        Ok(())
    }
    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Bag::NAME, data.require_id()?.to_owned());
        data.set(Bag::IDS, Set::<String>::new());
        Ok(())
    }
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[test]
fn an_empty_collection_instead_of_null_replaces_nothing() {
    let bag = |more: &str| format!("resource \"change_bag\" \"a\" {{\n  name = \"n\"\n{more}}}\n");
    let (none, empty) = (bag(""), bag("  ids = []\n"));
    let import = format!("import {{\n  to = change_bag.a\n  id = \"n\"\n}}\n{empty}");
    ProviderTest::new::<Change>()
        .step(Step::apply(none.as_str()))
        .step(Step::apply(empty.as_str()).plans(updates("change_bag.a")))
        .step(Step::apply(none).plans(updates("change_bag.a")))
        .step(Step::plan(bag("  exact = []\n")).plans(replaces("change_bag.a")))
        .run();
    ProviderTest::new::<Change>()
        .step(Step::plan(import).plans(updates("change_bag.a")))
        .run();
}

#[derive(Schema)]
#[schema(resource = "change_deploy")]
struct Deploy {
    #[field(required)]
    version: String,
    #[field(block(list))]
    part: Vec<Part>,
    #[field(computed(volatile))]
    revision: i64,
}

#[derive(Schema, Clone)]
struct Part {
    #[field(required)]
    name: String,
    #[field(computed)]
    image: String,
    #[field(computed)]
    label: String,
    #[field(computed(volatile))]
    run: i64,
}

impl Deploy {
    fn asked(plan: &mut PlanData<Self>) {
        let changed = plan.has_change(Deploy::VERSION);
        let parts = plan
            .get_ref(Deploy::PART)
            .map_or(0, |parts| parts.elements().len());
        for i in 0..parts {
            let part = Deploy::PART.at(i);
            plan.unknown_if(part.clone().then(Part::IMAGE), changed);
            if let Val::Known(version) = plan.value(Deploy::VERSION) {
                plan.set_new(part.then(Part::LABEL), format!("v{version}"));
            }
        }
        // There is none.
        plan.set_unknown(Deploy::PART.at(parts).then(Part::IMAGE));
    }
    fn made(data: &mut ResourceData<Self>) {
        let version = data.get(Deploy::VERSION);
        let parts: Vec<Part> = data
            .get(Deploy::PART)
            .into_iter()
            .map(|part| Part {
                image: format!("{}:{version}", part.name),
                label: format!("v{version}"),
                run: 1,
                ..part
            })
            .collect();
        data.set(Deploy::PART, parts);
        data.set(Deploy::REVISION, 1);
    }
}

#[test]
fn a_computed_field_of_a_block_follows_a_field_outside() {
    let text = |version: &str| {
        format!(
            "resource \"change_deploy\" \"a\" {{\n  version = \"{version}\"\n  part {{\n    name = \"n\"\n  }}\n}}\n"
        )
    };
    let part = |field: &str| object("change_deploy.a").attr(format!("part[0].{field}"));
    ProviderTest::new::<Change>()
        .step(Step::apply(text("1")))
        .step(
            Step::apply(text("2"))
                .saves(part("image").is("n:2"))
                .saves(part("label").is("v2")),
        )
        .step(Step::plan(text("2")).plans(changes_nothing("change_deploy.a")))
        .run();
}

#[derive(Schema)]
#[schema(resource = "change_shelf")]
struct Shelf {
    #[field(optional, nested(list))]
    books: Vec<Option<Book>>,
    #[field(optional, nested(map))]
    signs: Option<std::collections::BTreeMap<String, Option<Book>>>,
    #[field(computed(volatile))]
    number: i64,
}

#[derive(Schema, Clone)]
struct Book {
    #[field(optional)]
    title: Option<String>,
    #[field(computed)]
    number: i64,
}

impl Shelf {
    fn asked(_: &mut PlanData<Self>) {}
    fn made(data: &mut ResourceData<Self>) {
        let number = |book: Book| Book { number: 7, ..book };
        let books = data.get(Shelf::BOOKS).into_iter();
        let books: Vec<Option<Book>> = books.map(|book| book.map(number)).collect();
        data.set(Shelf::NUMBER, books.iter().flatten().count() as i64);
        data.set(Shelf::BOOKS, books);
        if let Some(signs) = data.get(Shelf::SIGNS) {
            let signs: std::collections::BTreeMap<String, Option<Book>> = signs
                .into_iter()
                .map(|(key, book)| (key, book.map(number)))
                .collect();
            data.set(Shelf::SIGNS, signs);
        }
    }
}

#[test]
fn elements_of_nullable_type_may_be_null() {
    let shelf = |books: &str, signs: &str| {
        format!("resource \"change_shelf\" \"a\" {{\n  books = {books}\n  signs = {signs}\n}}\n")
    };
    let saved = |path: &str| object("change_shelf.a").attr(path.to_owned());
    let first = shelf("[{ title = \"a\" }, null]", "{ l = null, r = {} }");
    let mut test = ProviderTest::new::<Change>();
    if terraform_version()
        .is_some_and(|version| version.is_opentofu() || !version.is_at_least([1, 9]))
    {
        test = test.only_in_process("OpenTofu, and Terraform before 1.8.3, end with a panic there");
    }
    test.step(
        Step::apply(first.as_str())
            .saves(saved("number").is(1))
            .saves(saved("books[0].number").is(7))
            .saves(saved("books[1]").is_null())
            .saves(saved("signs[\"l\"]").is_null()),
    )
    .step(Step::plan(first).plans(changes_nothing("change_shelf.a")))
    .step(
        Step::apply(shelf("[null, { title = \"a\" }]", "{ l = {}, r = null }"))
            .saves(saved("books[1].number").is(7))
            .saves(saved("signs[\"l\"].number").is(7)),
    )
    .run();
}
