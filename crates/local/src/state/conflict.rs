//! Decides between the state file and a state store.

use super::manager::StateManager;
use super::model::State;
use crate::message::Message;

/// Brings the file up to date with the state in the store, unless it has changes that the store
/// lacks: then there is a warning for the user.
///
/// # Errors
/// Both have changed, or the file cannot be written.
pub(crate) fn reconcile(
    file: &StateManager,
    stored: Option<State>,
) -> Result<Option<Message>, Message> {
    let conflict = |reason: String| {
        Err(Message::error("The state file and the state store differ").detail(reason))
    };
    let mut local = file.state();
    let (before, is_new) = (local.stored, local.serial == 0 && local.stored.is_none());
    let Some(mut stored) = stored else {
        return match before {
            None if is_new => Ok(None),
            None => Ok(Some(
                Message::warning("The state goes into the state store").detail(
                    "The state store has no state yet, and there is a state file beside the \
                     configuration. It is copied there.",
                ),
            )),
            Some(_) => conflict(
                "The state store no longer has a state, but the state file says that it had one. \
                 Put it back, or move the state file away to start with an empty state."
                    .to_owned(),
            ),
        };
    };
    let serial = stored.serial;
    stored.stored = Some(serial);
    local.stored = Some(serial);
    if local == stored {
        // They are equal, but the file may not record that yet.
        return file.mark_stored(serial).map(|()| None);
    }
    if is_new || (before == Some(local.serial) && local.lineage == stored.lineage) {
        return file.adopt(stored).map(|()| None);
    }
    let both = format!(
        "The state store has serial {serial}, the state file beside the configuration serial {}",
        local.serial
    );
    if local.lineage != stored.lineage {
        return conflict(format!(
            "{both}, of another lineage: they are states of different things. Move the state file away to use what is in \
             the store."
        ));
    }
    if before == Some(serial) {
        let warning = Message::warning("The state store is brought up to date").detail(
            "A command ended before the state store had all of its changes. The state file \
             beside the configuration has them.",
        );
        return Ok(Some(warning));
    }
    conflict(format!(
        "{both}, and the file has changes that never reached the store, where somebody else \
         has changed the state since. Compare the two, merge them, and move the state file \
         away."
    ))
}

#[cfg(test)]
mod tests {
    use schema_runtime::value::Value;

    use super::*;

    fn state(lineage: &str, serial: u64, stored: Option<u64>) -> State {
        State {
            lineage: lineage.to_owned(),
            serial,
            stored,
            ..State::empty()
        }
    }

    fn word(local: &State, stored: Option<State>) -> &'static str {
        let file = StateManager::in_memory(local.clone());
        match reconcile(&file, stored.clone()) {
            Err(_) => "conflict",
            Ok(Some(_)) => "store file",
            Ok(None) if file.state() == *local => "same",
            Ok(None) if file.state().serial == local.serial => "note serial",
            Ok(None) => {
                let adopted = State {
                    stored: None,
                    ..file.state()
                };
                assert_eq!(Some(adopted), stored);
                "use stored"
            }
        }
    }

    #[test]
    fn nothing_is_overwritten_that_somebody_else_has_changed() {
        let in_store = |serial| Some(state("a", serial, None));
        for (local, stored, expected) in [
            (state("x", 0, None), None, "same"),
            (state("x", 0, None), in_store(3), "use stored"),
            (state("a", 3, None), None, "store file"),
            (state("a", 3, Some(3)), None, "conflict"),
            (state("a", 3, Some(3)), in_store(3), "same"),
            // The store was written, but the process died before the file recorded it.
            (state("a", 3, Some(2)), in_store(3), "note serial"),
            (state("a", 3, None), in_store(3), "note serial"),
            // The process died before it wrote the store.
            (state("a", 5, Some(3)), in_store(3), "store file"),
            // Another process has changed the store since.
            (state("a", 3, Some(3)), in_store(7), "use stored"),
            (state("a", 5, Some(3)), in_store(4), "conflict"),
            (state("a", 5, Some(3)), in_store(9), "conflict"),
            (state("a", 5, None), in_store(3), "conflict"),
            (state("b", 3, Some(3)), in_store(3), "conflict"),
        ] {
            assert_eq!(word(&local, stored), expected, "{local:?}");
        }
        // The same serial with different content.
        let mut other = state("a", 3, None);
        other.outputs.insert(
            "o".into(),
            crate::state::StoredOutput {
                ty: schema_runtime::ty::Type::Bool,
                value: Value::Null,
                sensitive: false,
            },
        );
        assert_eq!(word(&state("a", 3, Some(2)), Some(other)), "conflict");
    }
}
