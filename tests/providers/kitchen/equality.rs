//! Values that mean the same.

use schema_provider::prelude::*;

use super::provider::{Kitchen, stored_resource};

/// The remote system has its own idea of how names are written: it answers in capitals.
#[derive(Schema)]
#[schema(resource = "kitchen_case")]
pub(crate) struct Case {
    /// Capitals do not matter.
    #[field(required, force_new, diff_suppress = same_case)]
    name: String,
    /// Nor here.
    #[field(optional, canonical = lower)]
    title: Option<String>,
    /// Nor in the elements of a set.
    #[field(block(set))]
    member: Set<Member>,
    #[field(block(list))]
    row: Vec<Row>,
    #[field(optional)]
    size: Option<i64>,
}

/// A member.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Member {
    #[field(required, canonical = lower)]
    name: String,
    #[field(optional)]
    role: Option<String>,
}

/// A row.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Row {
    #[field(required, diff_suppress = same_case_in_row)]
    key: String,
}

fn same_case(_: &Suppress<'_, Case>, old: &str, new: &str) -> bool {
    old.eq_ignore_ascii_case(new)
}

fn same_case_in_row(_: &Suppress<'_, Case>, old: &str, new: &str) -> bool {
    old.eq_ignore_ascii_case(new)
}

fn lower(text: &str) -> Canonical {
    text.to_lowercase().into()
}

impl Case {
    /// Sets everything in capitals, as the remote system answers.
    fn loud(data: &mut ResourceData<Self>) {
        data.set(Case::NAME, data.get(Case::NAME).to_uppercase());
        if let Some(title) = data.get(Case::TITLE) {
            data.set(Case::TITLE, title.to_uppercase());
        }
        let members = data.get(Case::MEMBER);
        let members: Vec<Member> = members
            .iter()
            .map(|member| Member {
                name: member.name.to_uppercase(),
                role: member.role.clone(),
            })
            .collect();
        data.set(Case::MEMBER, members.into_iter().collect::<Set<_>>());
        let rows = data.get(Case::ROW).into_iter();
        let rows: Vec<Row> = rows
            .map(|row| Row {
                key: row.key.to_uppercase(),
            })
            .collect();
        data.set(Case::ROW, rows);
    }
}

impl Resource for Case {
    type Provider = Kitchen;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.create(data.dynamic_mut())?;
        Case::loud(data);
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.read(data.dynamic_mut())?;
        if data.id().is_some() {
            Case::loud(data);
        }
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.delete(data.dynamic_mut())
    }
}

impl Update for Case {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        cx.client()?.store.update(data.dynamic_mut())?;
        Case::loud(data);
        Ok(())
    }
}

/// Stores something else than what is configured.
#[derive(Schema)]
#[schema(resource = "kitchen_legacy")]
pub(crate) struct Legacy {
    /// JSON, stored without its white space.
    #[field(required, state_fn = compact)]
    document: String,
    #[field(optional)]
    note: Option<String>,
}

fn compact(text: &str) -> String {
    text.split_whitespace().collect()
}

stored_resource!(Legacy);
