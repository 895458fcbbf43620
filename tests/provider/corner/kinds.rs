//! An identity with every type and its list, and an action with every type that actions accept.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, object};
use serde_json::json;

use crate::provider::{Corner, next_id};

/// The identity of a spot: one value of every type.
#[derive(Schema)]
#[schema(identity, mutable(marks))]
pub struct SpotIdentity {
    #[field(required)]
    pub name: String,
    #[field(required)]
    pub level: f64,
    #[field(optional)]
    pub inside: Option<bool>,
    #[field(optional)]
    pub address: Option<std::net::IpAddr>,
    #[field(optional)]
    pub path: Vec<i64>,
    #[field(optional)]
    pub marks: Option<Vec<String>>,
}

/// A spot. Its id is its name and level.
#[derive(Schema)]
#[schema(resource = "corner_spot", identity = SpotIdentity)]
pub struct Spot {
    #[field(required, force_new)]
    name: String,
    #[field(required, force_new)]
    level: f64,
    #[field(optional)]
    marks: Option<Vec<String>>,
}

impl Spot {
    fn identity_of(name: &str, level: f64, marks: Option<Vec<String>>) -> SpotIdentity {
        SpotIdentity {
            name: name.to_owned(),
            level,
            inside: Some(level < 0.0),
            address: "10.0.0.1".parse().ok(),
            path: vec![1, 2, 3],
            marks,
        }
    }

    fn say(data: &mut ResourceData<Self>) {
        let (name, level) = (data.get(Spot::NAME), data.get(Spot::LEVEL));
        let identity = Spot::identity_of(&name, level, data.get(Spot::MARKS));
        data.set_identity(identity);
    }
}

impl Resource for Spot {
    type Provider = Corner;

    async fn plan(_: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        if let (Val::Known(name), Val::Known(level)) =
            (plan.value(Spot::NAME), plan.value(Spot::LEVEL))
        {
            plan.set_identity_field(SpotIdentity::NAME, name);
            plan.set_identity_field(SpotIdentity::LEVEL, level);
        }
        match plan.value(Spot::MARKS) {
            Val::Known(marks) => plan.set_identity_field(SpotIdentity::MARKS, Some(marks)),
            Val::Null => plan.set_identity_field(SpotIdentity::MARKS, None::<Vec<String>>),
            Val::Unknown => {}
        }
        Ok(())
    }

    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(next_id());
        Self::say(data);
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::say(data);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn import_identity(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let Some(asked) = data.identity() else {
            bail!("nothing was asked for");
        };
        data.set_id(next_id());
        data.set(Spot::NAME, asked.name);
        data.set(Spot::LEVEL, asked.level);
        data.set(Spot::MARKS, asked.marks);
        Ok(())
    }
}

impl Update for Spot {
    async fn update(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        Self::say(data);
        Ok(())
    }
}

/// Which spots.
#[derive(Schema)]
#[schema(list = "corner_spot")]
pub struct SpotFilter {
    #[field(optional)]
    any: Option<Dynamic>,
    #[field(optional)]
    levels: Option<Vec<f64>>,
    #[field(optional)]
    tags: BTreeMap<String, bool>,
    #[field(optional, nested(single))]
    area: Option<Area>,
    #[field(block(list))]
    part: Vec<Area>,
}

/// An area.
#[derive(Schema)]
#[schema(block)]
pub struct Area {
    #[field(required)]
    name: String,
    #[field(optional, nested(list))]
    corners: Vec<Point>,
}

/// A point.
#[derive(Schema)]
#[schema(block)]
pub struct Point {
    #[field(required)]
    x: i64,
    #[field(optional, default = 7)]
    y: i64,
}

impl ListResource for Spot {
    type Filter = SpotFilter;

    async fn list(
        cx: &Cx<Self>,
        filter: ConfigData<'_, SpotFilter>,
        found: &mut ListSink<Self>,
    ) -> Result {
        let filter = filter.read_struct()?;
        if let Some(any) = &filter.any {
            cx.warn(Diagnostic::warning(format!(
                "any is of the type {}",
                any.ty()
            )));
        }
        let areas = filter.area.iter().chain(&filter.part);
        for area in areas {
            let corners: Vec<String> = area
                .corners
                .iter()
                .map(|point| format!("{}:{}", point.x, point.y))
                .collect();
            let warning = format!("area {} has {}", area.name, corners.join(" "));
            cx.warn(Diagnostic::warning(warning));
        }
        for level in filter.levels.unwrap_or_else(|| vec![0.5]) {
            let mut spot = found.object();
            let marks = filter.tags.keys().cloned().collect::<Vec<_>>();
            let marks = Some(marks).filter(|marks| !marks.is_empty());
            spot.set_identity(Spot::identity_of("s", level, marks.clone()));
            if found.wants_objects() {
                spot.set_id(next_id());
                spot.set(Spot::NAME, "s");
                spot.set(Spot::LEVEL, level);
                spot.set(Spot::MARKS, marks);
            }
            found.push(format!("spot {level}"), spot).await?;
        }
        Ok(())
    }
}

/// Lists with nullable elements.
pub type Deep = BTreeMap<String, Vec<Option<i64>>>;

/// Reports its arguments.
#[derive(Schema)]
#[schema(action = "corner_tell")]
pub struct Tell {
    #[field(optional)]
    any: Option<Dynamic>,
    #[field(optional)]
    deep: Option<Deep>,
    #[field(optional, write_only)]
    secrets: Option<Set<String>>,
    #[field(optional, nested(set))]
    points: Set<Point>,
    #[field(optional, nested(map))]
    doors: BTreeMap<String, TellDoor>,
    #[field(block(set))]
    area: Set<Area>,
    #[field(block(single))]
    last: Option<Area>,
}

/// A door with a code.
#[derive(Schema)]
#[schema(block)]
pub struct TellDoor {
    #[field(optional, write_only)]
    code: Option<Secret>,
}

impl Action for Tell {
    type Provider = Corner;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let config = config.read_struct()?;
        let any = config.any.as_ref().map(|any| any.ty().to_string());
        let points: BTreeMap<i64, i64> = config
            .points
            .iter()
            .map(|point| (point.x, point.y))
            .collect();
        let codes: Vec<usize> = config
            .doors
            .values()
            .map(|door| {
                door.code
                    .as_ref()
                    .and_then(Secret::expose)
                    .map_or(0, str::len)
            })
            .collect();
        let secrets = config.secrets.map(|secrets| secrets.len());
        let areas: BTreeMap<&String, usize> = config
            .area
            .iter()
            .map(|area| (&area.name, area.corners.len()))
            .collect();
        let last = config.last.as_ref().map(|area| &area.name);
        cx.progress(format!(
            "any {any:?}, deep {:?}, secrets {secrets:?}, points {points:?}, codes {codes:?}, areas {areas:?}, last {last:?}",
            config.deep
        ));
        Ok(())
    }
}

const SPOT: &str = "corner_spot.a";

fn spot(inside: &str) -> String {
    format!("resource \"corner_spot\" \"a\" {{\n  name = \"s\"\n  level = -1.5\n{inside}}}\n")
}

#[test]
fn an_identity_may_have_values_of_every_type() {
    let identity = |marks: serde_json::Value| {
        json!({
            "name": "s",
            "level": -1.5,
            "inside": true,
            "address": "10.0.0.1",
            "path": [1, 2, 3],
            "marks": marks,
        })
    };
    ProviderTest::new::<Corner>()
        .needs_terraform("1.12", "identities come with that version")
        .step(Step::apply(spot("")).saves(object(SPOT).identity(identity(json!(null)))))
        // Mutable parts change with the fields.
        .step(
            Step::apply(spot("  marks = [\"x\", \"y\"]\n"))
                .saves(object(SPOT).identity(identity(json!(["x", "y"])))),
        )
        .step(
            Step::import(SPOT)
                .identity(json!({"name": "s", "level": -1.5, "marks": ["x", "y"]}))
                .ignoring("id"),
        )
        .run();
}

#[test]
fn an_action_takes_every_allowed_type() {
    let action = |inside: &str| {
        format!("action \"corner_tell\" \"t\" {{\n  config {{\n{inside}\n  }}\n}}\n")
    };
    let all = r#"
    any     = { a = [1, "x"] }
    deep    = { k = [1, null] }
    secrets = ["canary-1", "canary-2", "canary-1"]
    points  = [{ x = 2 }, { x = 1, y = 0 }]
    doors   = { front = { code = "canary-3" }, back = {} }
    area {
      name    = "b"
      corners = [{ x = 1 }, { x = 2 }]
    }
    area {
      name = "a"
    }
    last {
      name = "z"
    }"#;
    ProviderTest::new::<Corner>()
        .needs_terraform("1.14", "actions come with that version")
        .step(Step::apply(action(all)))
        .step(
            Step::invoke("action.corner_tell.t")
                .shows_progress(
                    r#"any Some\("object\(\{a=tuple\(\[number, string\]\)\}\)"\), deep Some\(\{"k": \[Some\(1\), None\]\}\), secrets Some\(2\), points \{1: 0, 2: 7\}, codes \[0, 8\], areas \{"a": 0, "b": 2\}, last Some\("z"\)"#,
                )
                .does_not_mention("canary-"),
        )
        .step(Step::apply(action("")))
        .step(Step::invoke("action.corner_tell.t").shows_progress(
            r#"any None, deep None, secrets None, points \{\}, codes \[\], areas \{\}, last None"#,
        ))
        .step(
            Step::plan(action("    points = [{ y = 1 }]"))
                .fails("x"),
        )
        .run();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_takes_every_allowed_type() {
    use schema_provider::lifecycle::Instance;
    use schema_provider::local::{Io, run};
    let query = async |text: &str, rest: &str| {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("q.tfquery.hcl"), text).unwrap();
        let (io, captured) = Io::captured(directory.path(), "");
        let instance = Instance::new::<Corner>(Environment::default()).unwrap();
        let line = format!("query{rest}");
        let status = run(line.split(' '), instance.clone(), io).await;
        assert_eq!(
            status.code(),
            0,
            "{} {}",
            captured.output(),
            captured.errors()
        );
        let said = format!("{}{}", captured.output(), captured.errors());
        let made = std::fs::read_to_string(directory.path().join("made.tf")).unwrap_or_default();
        if !made.is_empty() {
            let (io, captured) = Io::captured(directory.path(), "");
            let status = run(["plan"].into_iter(), instance, io).await;
            let plan = format!("{}{}", captured.output(), captured.errors());
            assert_eq!(status.code(), 0, "{plan}\n{made}");
            assert!(
                plan.contains("to import, 0 to add, 0 to change, 0 to destroy"),
                "{plan}\n{made}"
            );
        }
        said
    };
    let all = r#"
list "corner_spot" "all" {
  provider         = corner
  include_resource = true
  config {
    any    = [1, { a = null }]
    levels = [1.25, -3]
    tags   = { red = true }
    area   = { name = "n", corners = [{ x = 1 }, { x = 2, y = 0 }] }
    part {
      name = "p"
    }
    part {
      name    = "q"
      corners = [{ x = 9 }]
    }
  }
}
"#;
    let said = query(all, "").await;
    for part in [
        "any is of the type tuple([number, object({a=any})])",
        "area n has 1:7 2:0",
        "area p has",
        "area q has 9:7",
        "level=1.25",
        "level=-3",
        "marks=[\"red\"]",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    query(all, " -generate-config-out=made.tf").await;
    let said = query(
        "list \"corner_spot\" \"none\" {\n  provider = corner\n}\n",
        "",
    )
    .await;
    assert!(said.contains("level=0.5"), "{said}");
}
