//! Defaults of a data source: every form of them at every depth. The read is deferred, so that
//! whatever refers to the data source holds its result against Terraform's plan of it.

use std::collections::BTreeMap;
use std::time::Duration;

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step};

#[derive(Schema)]
#[schema(provider = "deep")]
pub struct Deep {}

impl Provider for Deep {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Note]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Found]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// What refers to what is read.
#[derive(Schema)]
#[schema(resource = "deep_note")]
pub struct Note {
    #[field(required, force_new)]
    text: String,
}

impl Resource for Note {
    type Provider = Deep;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("note");
        Ok(())
    }

    nothing_to_read!();

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[derive(SchemaEnum, Debug, Clone, Copy, PartialEq)]
enum Mode {
    Fast,
    Slow,
}

#[expect(clippy::unnecessary_wraps, reason = "the form that the derive takes")]
fn made(_: &Environment) -> Result<String> {
    Ok("made".to_owned())
}

/// A field for each form of default.
#[derive(Schema, Clone, PartialEq)]
pub struct Forms {
    #[field(optional)]
    key: Option<String>,
    #[field(optional, default = "word")]
    word: String,
    #[field(optional, default = 3)]
    count_of: i64,
    #[field(optional, default = 0.5)]
    share: f64,
    #[field(optional, default = true)]
    on: bool,
    #[field(optional, default = Mode::Slow)]
    mode: Mode,
    #[field(optional, default = "1h30m")]
    wait: Duration,
    #[field(optional, default = ["b", "a"])]
    names: Vec<String>,
    #[field(optional, default = ["b", "a"])]
    tags: Set<String>,
    #[field(optional, default_fn = made)]
    made: String,
    #[field(optional, default_env("DEEP_NOWHERE", fallback = "8"))]
    port: u16,
    #[field(optional, default_env("DEEP_NOWHERE"))]
    unset: Option<String>,
    /// Nothing fills it in, except a read that makes a mistake.
    #[field(optional)]
    plain: Option<String>,
}

/// The same one level down, in each nesting.
#[derive(Schema, Clone, PartialEq)]
pub struct Inner {
    #[field(optional)]
    key: Option<String>,
    #[field(optional, nested(single))]
    one: Option<Forms>,
    #[field(optional, nested(list))]
    list: Vec<Forms>,
    #[field(optional, nested(set), allow(set_in_set, reason = "it is tested"))]
    set: Set<Forms>,
    #[field(optional, nested(map))]
    map: BTreeMap<String, Forms>,
}

/// The same with blocks.
#[derive(Schema, Clone, PartialEq)]
pub struct Blocks {
    #[field(optional)]
    key: Option<String>,
    #[field(block(single))]
    one: Option<Forms>,
    #[field(block(list))]
    list: Vec<Forms>,
    #[field(block(set), allow(set_in_set, reason = "it is tested"))]
    set: Set<Forms>,
}

#[derive(Schema)]
#[schema(data_source = "deep_found")]
pub struct Found {
    /// Where the read sets what is only optional.
    #[field(optional)]
    wrong_at: Option<String>,
    #[field(flatten)]
    forms: Forms,
    #[field(optional, nested(single))]
    n_one: Option<Inner>,
    #[field(optional, nested(list))]
    n_list: Vec<Inner>,
    #[field(optional, nested(set), allow(set_in_set, reason = "it is tested"))]
    n_set: Set<Inner>,
    #[field(optional, nested(map))]
    n_map: BTreeMap<String, Inner>,
    #[field(block(single))]
    b_one: Option<Blocks>,
    #[field(block(list))]
    b_list: Vec<Blocks>,
    #[field(block(set), allow(set_in_set, reason = "it is tested"))]
    b_set: Set<Blocks>,
    #[field(block(map))]
    b_map: BTreeMap<String, Forms>,
    #[field(block(list, max_items = 1))]
    only: Option<Blocks>,
}

fn changed<T: Clone>(set: &Set<T>, change: impl Fn(&mut T)) -> Set<T>
where
    Set<T>: FromIterator<T>,
{
    let elements = set.iter().cloned().map(|mut one| {
        change(&mut one);
        one
    });
    elements.collect()
}

impl DataSource for Found {
    type Provider = Deep;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let wrong_at = data.get(Found::WRONG_AT).unwrap_or_default();
        let mistake = |at: &str, forms: &mut Forms| {
            assert_eq!(forms.names.len(), 2, "provider code sees the defaults");
            if wrong_at == at {
                forms.plain = Some("made up".to_owned());
            }
        };
        let parts =
            |at: &str, one: &mut Option<Forms>, list: &mut Vec<Forms>, set: &mut Set<Forms>| {
                one.iter_mut()
                    .for_each(|one| mistake(&format!("{at}.one"), one));
                list.iter_mut()
                    .for_each(|one| mistake(&format!("{at}.list"), one));
                *set = changed(set, |one| mistake(&format!("{at}.set"), one));
            };
        let inner = |at: &str, inner: &mut Inner| {
            parts(at, &mut inner.one, &mut inner.list, &mut inner.set);
            let map = inner.map.values_mut();
            map.for_each(|one| mistake(&format!("{at}.map"), one));
        };
        let blocks = |at: &str, blocks: &mut Blocks| {
            parts(at, &mut blocks.one, &mut blocks.list, &mut blocks.set);
        };
        // As a read that writes back all that it got.
        if let Some(mut one) = data.get(Found::N_ONE) {
            inner("n_one", &mut one);
            data.set(Found::N_ONE, Some(one));
        }
        let mut list = data.get(Found::N_LIST);
        list.iter_mut().for_each(|one| inner("n_list", one));
        data.set(Found::N_LIST, list);
        let set = changed(&data.get(Found::N_SET), |one| inner("n_set", one));
        data.set(Found::N_SET, set);
        let mut map = data.get(Found::N_MAP);
        map.values_mut().for_each(|one| inner("n_map", one));
        data.set(Found::N_MAP, map);
        if let Some(mut one) = data.get(Found::B_ONE) {
            blocks("b_one", &mut one);
            data.set(Found::B_ONE, Some(one));
        }
        let mut list = data.get(Found::B_LIST);
        list.iter_mut().for_each(|one| blocks("b_list", one));
        data.set(Found::B_LIST, list);
        let set = changed(&data.get(Found::B_SET), |one| blocks("b_set", one));
        data.set(Found::B_SET, set);
        let mut map = data.get(Found::B_MAP);
        map.values_mut().for_each(|one| mistake("b_map", one));
        data.set(Found::B_MAP, map);
        if let Some(mut one) = data.get(Found::ONLY) {
            blocks("only", &mut one);
            data.set(Found::ONLY, Some(one));
        }
        let mut forms = data.read_struct_at(Found::FORMS)?;
        mistake("forms", &mut forms);
        data.write_struct_at(Found::FORMS, &forms);
        Ok(())
    }
}

/// All of the data source goes into a note, whose plan it must keep.
fn config(arguments: &str) -> String {
    format!(
        "resource \"deep_note\" \"first\" {{\n  text = \"first\"\n}}\n\
         data \"deep_found\" \"it\" {{\n  {arguments}\n  depends_on = [deep_note.first]\n}}\n\
         resource \"deep_note\" \"second\" {{\n  text = jsonencode(data.deep_found.it)\n}}\n"
    )
}

const INNER: &str = "{ one = {}, list = [{}, { key = \"k\" }], set = [{}, { key = \"k\" }], \
                     map = { a = {}, b = { key = \"k\" } } }";
const BLOCKS: &str =
    "{\n one {}\n list {}\n list {\n key = \"k\"\n }\n set {}\n set {\n key = \"k\"\n }\n }";

/// The arguments by name of the place.
fn places() -> Vec<(&'static str, String)> {
    vec![
        ("forms", String::new()),
        ("n_one", format!("n_one = {INNER}")),
        ("n_list", format!("n_list = [{INNER}, {{ key = \"k\" }}]")),
        ("n_set", format!("n_set = [{INNER}, {{ key = \"k\" }}]")),
        (
            "n_map",
            format!("n_map = {{ a = {INNER}, b = {{ key = \"k\" }} }}"),
        ),
        ("b_one", format!("b_one {BLOCKS}")),
        ("b_list", format!("b_list {BLOCKS}\n b_list {{}}")),
        ("b_set", format!("b_set {BLOCKS}\n b_set {{}}")),
        (
            "b_map",
            "b_map \"a\" {}\n b_map \"b\" {\n key = \"k\"\n }".to_owned(),
        ),
        ("only", format!("only {BLOCKS}")),
    ]
}

#[test]
fn every_default_at_every_depth_is_as_planned() {
    for (place, arguments) in places() {
        println!("{place}");
        ProviderTest::new::<Deep>()
            .step(Step::apply(config(&arguments)))
            .run();
    }
}

/// The same arguments, and a value that the configuration does not have.
#[test]
fn a_value_that_is_not_configured_is_an_error_at_its_place_at_every_depth() {
    for (place, arguments) in places() {
        let nested = [
            (".one", ".one.plain"),
            (".list", ".list[0].plain"),
            (".set", ".set"),
            (".map", ".map[\"a\"].plain"),
        ];
        let below: &[_] = match place {
            "forms" | "b_map" => &[("", "")],
            _ if place.starts_with("n_") => &nested,
            _ => &nested[..3],
        };
        for (at, named) in below {
            let arguments = format!("{arguments}\n  wrong_at = \"{place}{at}\"");
            let named = match place {
                "forms" => "plain".to_owned(),
                "b_map" => "b_map[\"a\"].plain".to_owned(),
                "n_one" | "b_one" => format!("{place}{named}"),
                "n_list" | "b_list" | "only" => format!("{place}[0]{named}"),
                "n_map" => format!("n_map[\"a\"]{named}"),
                // An element of a set has no name.
                set => set.to_owned(),
            };
            let named = named.replace('[', "\\[").replace(']', "\\]");
            let said = format!("(^|\\s){named}\\s+differs from the configuration");
            let mut test = ProviderTest::new::<Deep>();
            if place != "b_set" {
                test = test.only_in_process("it is found by the same code under Terraform");
            }
            test.step(Step::apply(config(&arguments)).fails(said))
                .step(Step::apply(config("")))
                .run();
        }
    }
}
