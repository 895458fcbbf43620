//! A data source's answers: defaults, and contradictions of the configuration.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, object};

#[derive(Schema)]
#[schema(provider = "look")]
pub struct Look {}

impl Provider for Look {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Note]
    }

    fn data_sources() -> &'static [DataSourceDef<Self>] {
        data_sources![Up]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

/// An object that refers to a data source.
#[derive(Schema)]
#[schema(resource = "look_note")]
pub struct Note {
    #[field(required, force_new)]
    text: String,
}

impl Resource for Note {
    type Provider = Look;

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("note");
        Ok(())
    }

    async fn read(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// A data source.
#[derive(Schema)]
#[schema(data_source = "look_up")]
pub struct Up {
    #[field(required)]
    name: CaseInsensitive,
    /// How the read misbehaves.
    #[field(optional)]
    how: Option<String>,
    #[field(optional, default = "plain")]
    kind: String,
    #[field(optional, default_env("LOOK_NOWHERE", fallback = "env"))]
    place: String,
    #[field(optional)]
    note: Option<String>,
    #[field(optional, computed)]
    filled: Option<String>,
    #[field(nested(list), optional)]
    part: Vec<Part>,
    #[field(block(list))]
    row: Vec<Part>,
}

/// A part.
#[derive(Clone, Schema)]
#[schema(block)]
pub struct Part {
    #[field(optional, default = 3)]
    size: i64,
    #[field(optional)]
    label: Option<String>,
}

impl DataSource for Up {
    type Provider = Look;

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("up");
        // As the API writes it.
        let name = data.get(Up::NAME).to_uppercase();
        data.set(Up::NAME, name.as_str());
        if data.get(Up::FILLED).is_none() {
            data.set(Up::FILLED, Some("by the API"));
        }
        match data.get(Up::HOW).as_deref() {
            Some("note") => data.set(Up::NOTE, Some("made up")),
            Some("name") => data.set(Up::NAME, "another"),
            Some("filled") => data.set(Up::FILLED, Some("overwritten")),
            Some("kind") => data.set(Up::KIND, "other"),
            Some("part") => {
                let mut parts = data.get(Up::PART);
                for part in &mut parts {
                    part.label = Some("made up".to_owned());
                }
                data.set(Up::PART, parts);
            }
            _ => {}
        }
        Ok(())
    }
}

fn config(arguments: &str) -> String {
    format!(
        "resource \"look_note\" \"first\" {{\n  text = \"first\"\n}}\n\
         data \"look_up\" \"it\" {{\n  name = \"Abc\"\n  part = [{{}}]\n  row {{}}\n  {arguments}\n  \
         depends_on = [look_note.first]\n}}\n\
         resource \"look_note\" \"second\" {{\n  \
         text = jsonencode([for one in [data.look_up.it] : [one.name, one.kind, one.place, one.filled, one.note, \
         one.part[0].size, one.row[0].size]])\n}}\n"
    )
}

/// The read is deferred to the apply; references to it find the planned values.
#[test]
fn defaults_are_unknown_before_a_deferred_read() {
    ProviderTest::new::<Look>()
        .step(
            Step::apply(config("")).saves(
                object("look_note.second")
                    .attr(Note::TEXT)
                    .is("[[\"Abc\",\"plain\",\"env\",\"by the API\",null,3,3]]"),
            ),
        )
        .run();
    ProviderTest::new::<Look>()
        .step(
            Step::apply(config("kind = \"k\"\n  place = \"p\"\n  filled = \"f\"")).saves(
                object("look_note.second")
                    .attr(Note::TEXT)
                    .is("[[\"Abc\",\"k\",\"p\",\"f\",null,3,3]]"),
            ),
        )
        .run();
}

#[test]
fn contradictions_of_the_configuration_are_errors_that_name_the_field() {
    for (how, rest, named) in [
        ("note", "", "note"),
        ("name", "", "name"),
        ("filled", "filled = \"f\"", "filled"),
        ("kind", "kind = \"k\"", "kind"),
        ("part", "", r"part\[0\].label"),
    ] {
        let said = format!("{named} differs from the configuration");
        ProviderTest::new::<Look>()
            .step(Step::apply(config(&format!("how = \"{how}\"\n  {rest}"))).fails(said))
            .step(Step::apply(config("")))
            .run();
    }
    // Unconfigured attributes may be filled in.
    ProviderTest::new::<Look>()
        .step(Step::apply(config("how = \"kind\"")))
        .run();
}
