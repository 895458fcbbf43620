//! The states that a state store has.

use crate::context::CallKind;
use std::collections::BTreeSet;

use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

use super::state_stores::is_state_id;
use crate::lifecycle::instance::Instance;

/// The states that a state store has.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatesResponse {
    /// Their ids, sorted.
    pub state_ids: Vec<String>,
    /// Errors and warnings.
    pub diagnostics: Diagnostics,
}

impl Instance {
    /// The ids of all states. Invalid ids are omitted, with a warning.
    pub async fn get_states(&self, type_name: &str) -> StatesResponse {
        let mut diagnostics = Diagnostics::new();
        let listed = self.with_store(
            type_name,
            None,
            CallKind::List,
            &mut diagnostics,
            |code, cx, store, _| code.list(cx, store),
        );
        let listed: BTreeSet<String> = listed.await.unwrap_or_default().into_iter().collect();
        let (state_ids, others): (Vec<_>, Vec<_>) =
            listed.into_iter().partition(|id| is_state_id(id));
        if !others.is_empty() {
            let shown: Vec<String> = others
                .iter()
                .take(10)
                .map(|id| schema_rules::quoted(&id.chars().take(100).collect::<String>()))
                .collect();
            diagnostics.push(
                Diagnostic::warning(format!("{type_name}: some states were omitted")).with_detail(
                    format!(
                        "The state store lists {} that cannot be names of workspaces: {}.",
                        others.len(),
                        shown.join(", ")
                    ),
                ),
            );
        }
        StatesResponse {
            state_ids,
            diagnostics,
        }
    }
}
