//! What Terraform and the module tell the provider about themselves.

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

/// Repeats what it was told, by the function that was told it.
#[derive(Schema)]
#[schema(resource = "kitchen_told")]
pub(crate) struct Told {
    #[field(required, force_new)]
    name: String,
    #[field(optional)]
    size: Option<i64>,
    /// Told in the plan.
    #[field(computed)]
    in_plan: String,
    /// Told in create.
    #[field(computed)]
    in_create: String,
    /// Told in the last update.
    #[field(computed(when_changed(size)))]
    in_update: Option<String>,
    /// Told in the last read.
    #[field(computed)]
    in_read: Option<String>,
    /// The version of Terraform.
    #[field(computed)]
    terraform: String,
}

fn told<R, K>(cx: &Cx<R>) -> String
where
    R: schema_provider::untyped::Member<K, Provider = Kitchen>,
{
    match cx.provider_meta().map(|meta| meta.all()) {
        None => "nothing".to_owned(),
        Some(Ok(meta)) => format!("{} {} {:?}", meta.team, meta.stage, meta.labels),
        Some(Err(errors)) => errors.to_string(),
    }
}

impl Resource for Told {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let name = data.get(Told::NAME);
        data.set_id(name);
        data.set(Told::IN_CREATE, told(cx));
        data.set(Told::TERRAFORM, cx.terraform_version().unwrap_or("none"));
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Told::IN_READ, told(cx));
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let file = cx.client()?.directory.join("told.txt");
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(file)?;
        // In one piece, for others are deleted at the same time.
        let line = format!("{}: {}\n", data.get(Told::NAME), told(cx));
        Ok(file.write_all(line.as_bytes())?)
    }

    async fn plan(cx: &Cx<Self>, plan: &mut PlanData<Self>) -> Result {
        plan.set_new(Told::IN_PLAN, told(cx));
        Ok(())
    }
}

impl Update for Told {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Told::IN_UPDATE, told(cx));
        Ok(())
    }
}

/// Repeats what it was told.
#[derive(Schema)]
#[schema(data_source = "kitchen_told")]
pub(crate) struct Heard {
    /// Told in the read.
    #[field(computed)]
    in_read: String,
    /// The version of Terraform.
    #[field(computed)]
    terraform: String,
}

impl DataSource for Heard {
    type Provider = Kitchen;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id("heard");
        data.set(Heard::IN_READ, told(cx));
        data.set(Heard::TERRAFORM, cx.terraform_version().unwrap_or("none"));
        Ok(())
    }
}
