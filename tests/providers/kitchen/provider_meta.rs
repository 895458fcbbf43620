//! `provider_meta` and the version of Terraform, as provider code gets them.

use std::io::Write as _;

use schema_provider::prelude::*;

use super::provider::Kitchen;

/// What modules say about themselves.
#[derive(Schema)]
#[schema(provider_meta = "kitchen")]
pub struct KitchenMeta {
    /// Who owns the module.
    #[field(required, validate = length(1..=20))]
    team: String,
    /// How serious it is.
    #[field(optional, default = 1)]
    stage: i64,
    #[field(optional)]
    labels: BTreeMap<String, String>,
}

/// Shows the `provider_meta` that each function got.
#[derive(Schema)]
#[schema(resource = "kitchen_shows_meta")]
pub(crate) struct ShowsMeta {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    size: Option<i64>,
    /// Got in the plan.
    #[field(computed)]
    in_plan: String,
    /// Got in create.
    #[field(computed)]
    in_create: String,
    /// Got in the last update.
    #[field(computed(when_changed(size)))]
    in_update: Option<String>,
    /// Got in the last read.
    #[field(computed)]
    in_read: Option<String>,
    /// The version of Terraform.
    #[field(computed)]
    terraform: String,
}

fn meta_text<R, K>(cx: &Cx<R>) -> String
where
    R: schema_provider::untyped::Member<K, Provider = Kitchen>,
{
    match cx.provider_meta().map(|meta| meta.read_struct()) {
        None => "nothing".to_owned(),
        Some(Ok(meta)) => format!("{} {} {:?}", meta.team, meta.stage, meta.labels),
        Some(Err(errors)) => errors.to_string(),
    }
}

impl Resource for ShowsMeta {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(ShowsMeta::NAME);
        data.set_id(name);
        data.set(ShowsMeta::IN_CREATE, meta_text(cx));
        data.set(
            ShowsMeta::TERRAFORM,
            cx.terraform_version().unwrap_or("none"),
        );
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(ShowsMeta::IN_READ, meta_text(cx));
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let file = cx.client()?.directory.join("meta.txt");
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(file)?;
        // In one piece, for others are deleted at the same time.
        let line = format!("{}: {}\n", data.get(ShowsMeta::NAME), meta_text(cx));
        Ok(file.write_all(line.as_bytes())?)
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        plan.set_new(ShowsMeta::IN_PLAN, meta_text(cx));
        Ok(())
    }
}

impl Update for ShowsMeta {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(ShowsMeta::IN_UPDATE, meta_text(cx));
        Ok(())
    }
}

/// Shows the `provider_meta` that its read got.
#[derive(Schema)]
#[schema(data_source = "kitchen_shows_meta")]
pub(crate) struct ShowsMetaData {
    /// Got in the read.
    #[field(computed)]
    in_read: String,
    /// The version of Terraform.
    #[field(computed)]
    terraform: String,
}

impl DataSource for ShowsMetaData {
    type Provider = Kitchen;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("meta");
        data.set(ShowsMetaData::IN_READ, meta_text(cx));
        data.set(
            ShowsMetaData::TERRAFORM,
            cx.terraform_version().unwrap_or("none"),
        );
        Ok(())
    }
}
