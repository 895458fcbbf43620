//! A remote system that numbers its objects: ids and references to them are known only once they
//! exist.

use std::sync::{Arc, Mutex, PoisonError};

use schema_provider::prelude::*;
use schema_provider::testing::conformance::{Class, Conformance, Example, Report};
use schema_provider::testing::{ProviderTest, Step, object};
use serde_json::json;

/// A service of topics.
#[derive(Schema)]
#[schema(provider = "mq")]
pub struct Mq {
    /// The name of the service; each test has its own.
    #[field(required)]
    service: String,
}

static SERVICES: Mutex<BTreeMap<String, Service>> = Mutex::new(BTreeMap::new());

/// What exists, by id.
#[derive(Clone, Default)]
pub struct Service(Arc<Mutex<(usize, Objects)>>);

/// The fields of each object, by its id.
type Objects = BTreeMap<String, BTreeMap<&'static str, String>>;

impl Service {
    fn change<T>(
        &self,
        change: impl FnOnce(&mut BTreeMap<String, BTreeMap<&'static str, String>>) -> T,
    ) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).1)
    }

    fn made(&self, object: BTreeMap<&'static str, String>) -> String {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.0 += 1;
        let id = format!("id-{}", all.0);
        all.1.insert(id.clone(), object);
        id
    }
}

impl Provider for Mq {
    type Client = Service;

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Topic, Subscription, Part, Piece]
    }

    async fn configure(_: &Cx, config: ConfigData<'_, Self>) -> Result<Service> {
        let mut services = SERVICES.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(services
            .entry(config.require(Mq::SERVICE)?)
            .or_default()
            .clone())
    }
}

/// A topic.
#[derive(Schema)]
#[schema(resource = "mq_topic")]
pub struct Topic {
    /// Its name.
    #[field(required, force_new)]
    name: String,
}

impl Resource for Topic {
    type Provider = Mq;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let object = BTreeMap::from([("name", data.get(Topic::NAME))]);
        data.set_id(cx.client()?.made(object));
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match cx
            .client()?
            .change(|all| all.get(data.id().unwrap_or_default()).cloned())
        {
            Some(found) => data.set(Topic::NAME, found["name"].clone()),
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?
            .change(|all| all.remove(data.id().unwrap_or_default()));
        Ok(())
    }
}

/// A subscription to a topic, by two ids of the service's.
#[derive(Schema)]
#[schema(
    resource = "mq_subscription",
    import = "{topic_id}/{id}",
    identity(topic_id, id)
)]
pub struct Subscription {
    /// The topic.
    #[field(required, force_new)]
    topic_id: String,
    /// Where messages go.
    #[field(required)]
    endpoint: String,
    /// In no state.
    #[field(optional, write_only, required_with(secret_wo_version))]
    secret_wo: Option<Secret>,
    /// Announces a different secret.
    #[field(optional, required_with(secret_wo))]
    secret_wo_version: Option<i64>,
}

impl Resource for Subscription {
    type Provider = Mq;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let topic = data.get(Subscription::TOPIC_ID);
        let service = cx.client()?;
        if service.change(|all| !all.contains_key(&topic)) {
            bail!("there is no topic {topic}");
        }
        let object = BTreeMap::from([
            ("topic", topic),
            ("endpoint", data.get(Subscription::ENDPOINT)),
        ]);
        data.set_id(service.made(object));
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let topic = data.get(Subscription::TOPIC_ID);
        match cx
            .client()?
            .change(|all| all.get(data.id().unwrap_or_default()).cloned())
        {
            // The service needs both.
            Some(found) if found["topic"] == topic => {
                data.set(Subscription::ENDPOINT, found["endpoint"].clone());
            }
            _ => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?
            .change(|all| all.remove(data.id().unwrap_or_default()));
        Ok(())
    }
}

impl Update for Subscription {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let endpoint = data.get(Subscription::ENDPOINT);
        cx.client()?
            .change(|all| match all.get_mut(data.id().unwrap_or_default()) {
                Some(object) => {
                    object.insert("endpoint", endpoint);
                    Ok(())
                }
                None => bail!("it is gone"),
            })
    }
}

/// Found by its id alone, though its import format has a prefix.
#[derive(Schema)]
#[schema(resource = "mq_part", import = "{kind}/{id}", identity(id))]
pub struct Part {
    /// Which kind.
    #[field(required, force_new)]
    kind: String,
}

/// Its version is an ordinary field: the one it belongs to is not write-only.
#[derive(Schema)]
#[schema(resource = "mq_piece")]
pub struct Piece {
    /// Which kind.
    #[field(required, force_new)]
    kind: String,
    /// Of the kind. Read does not set it.
    #[field(optional, force_new)]
    kind_version: Option<i64>,
}

impl Resource for Piece {
    type Provider = Mq;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let object = BTreeMap::from([("kind", data.get(Piece::KIND))]);
        data.set_id(cx.client()?.made(object));
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match cx
            .client()?
            .change(|all| all.get(data.id().unwrap_or_default()).cloned())
        {
            Some(found) => data.set(Piece::KIND, found["kind"].clone()),
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?
            .change(|all| all.remove(data.id().unwrap_or_default()));
        Ok(())
    }
}

impl Resource for Part {
    type Provider = Mq;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let object = BTreeMap::from([("kind", data.get(Part::KIND))]);
        data.set_id(cx.client()?.made(object));
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        match cx
            .client()?
            .change(|all| all.get(data.id().unwrap_or_default()).cloned())
        {
            Some(found) => data.set(Part::KIND, found["kind"].clone()),
            None => data.mark_gone(),
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?
            .change(|all| all.remove(data.id().unwrap_or_default()));
        Ok(())
    }
}

const SUBSCRIPTION: &str = "topic_id = mq_topic.there.id\nendpoint = \"here\"\n";
const SECRET: &str = "secret_wo = \"sesame\"\nsecret_wo_version = 1\n";

fn kit(service: &str) -> Conformance {
    Conformance::new::<Mq>().settings(format!("service = {service:?}"))
}

fn report(service: &str, example: Example<Subscription>) -> Report {
    kit(service)
        .given("there", Example::<Topic>::hcl("name = \"there\""))
        .given("other", Example::<Topic>::hcl("name = \"other\""))
        .example(example)
        .run()
}

fn found(report: &Report) -> Vec<(Class, String)> {
    let findings = report.findings();
    findings.map(|f| (f.class, f.path.clone())).collect()
}

/// The ids of setup objects are unknown beforehand.
#[test]
fn an_alternative_may_refer_to_setup_objects() {
    let example = || Example::<Subscription>::hcl(SUBSCRIPTION);
    let other = example().alternative_hcl(Subscription::TOPIC_ID, "mq_topic.other.id");
    let clean = report("refers", other);
    assert_eq!(found(&clean), [], "{clean}");
    // To it, and back.
    assert_eq!(clean.examples()[0].replacements, 1, "{clean}");

    let literal = example().alternative(Subscription::TOPIC_ID, "mq_topic.other.id");
    let literal = report("literal", literal);
    let failed = (Class::OperationFails, "topic_id".to_owned());
    assert_eq!(found(&literal), [failed], "{literal}");
}

#[test]
fn an_alternative_that_is_invalid_is_reported() {
    for (expression, says) in [
        (
            "mq_topic.nobody.id",
            "it refers to something that is not given",
        ),
        (
            "mq_topic.other.id +",
            "its alternative \"mq_topic.other.id +\"",
        ),
        ("[1]", "its alternative \"[1]\""),
    ] {
        let example = Example::<Subscription>::hcl(SUBSCRIPTION);
        let example = example.alternative_hcl(Subscription::TOPIC_ID, expression);
        let report = report("none", example);
        let refused = (Class::ExampleRefused, "topic_id".to_owned());
        assert_eq!(found(&report), [refused], "{report}");
        assert!(report.to_string().contains(says), "{report}");
    }
}

/// The version of a write-only field exists only in the configuration and the state; any other
/// field of that name is an ordinary one.
#[test]
fn the_version_of_a_write_only_field_causes_no_finding() {
    let example = Example::<Subscription>::hcl(format!("{SUBSCRIPTION}{SECRET}"));
    let example = example.alternative_hcl(Subscription::TOPIC_ID, "mq_topic.other.id");
    let clean = report("version", example);
    assert_eq!(found(&clean), [], "{clean}");
    let piece = Example::<Piece>::hcl("kind = \"small\"\nkind_version = 1\n");
    let faulty = kit("piece").example(piece).run();
    let never_set = (Class::ReadNeverSets, "kind_version".to_owned());
    assert_eq!(found(&faulty), [never_set], "{faulty}");
}

#[test]
fn an_import_uses_the_id_that_a_user_would_write() {
    let config = format!(
        "provider \"mq\" {{\n  service = \"import\"\n}}\n\
         resource \"mq_topic\" \"there\" {{\n  name = \"a\"\n}}\n\
         resource \"mq_subscription\" \"a\" {{\n{SUBSCRIPTION}}}\n\
         resource \"mq_part\" \"a\" {{\n  kind = \"small\"\n}}\n"
    );
    let (a, part) = ("mq_subscription.a", "mq_part.a");
    ProviderTest::new::<Mq>()
        .step(Step::apply(config).saves(object(a).attr("id").matches("^id-")))
        .step(Step::import(a))
        .step(Step::import(part))
        .step(
            Step::import(a)
                .id("id-2")
                .fails("must have the format .topic_id./.id."),
        )
        .run();
}

/// The id is one of the identifying fields, and a part of the import id.
#[test]
fn an_identity_with_the_id_is_imported_by_the_pattern() {
    let config = format!(
        "provider \"mq\" {{\n  service = \"identity\"\n}}\n\
         resource \"mq_topic\" \"there\" {{\n  name = \"a\"\n}}\n\
         resource \"mq_subscription\" \"a\" {{\n{SUBSCRIPTION}}}\n"
    );
    let identity = json!({"topic_id": "id-1", "id": "id-2"});
    ProviderTest::new::<Mq>()
        .step(Step::apply(config))
        .step(Step::import("mq_subscription.a").identity(identity))
        .run();
    // Found by the id alone, which is the whole identity.
    let part = Example::<Part>::hcl("kind = \"small\"");
    let report = kit("part").example(part).run();
    assert_eq!(found(&report), [], "{report}");
}
