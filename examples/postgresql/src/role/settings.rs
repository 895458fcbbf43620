//! Settings for the sessions of a role: its search path, its timeouts, and the role to switch to.

use schema_provider::prelude::*;

use super::Role;
use crate::change::Failure;
use crate::server::{Row, Transaction};
use crate::sql::{ident, idents};

/// Sets the settings for the sessions of the role.
pub(super) async fn set_settings(
    transaction: &Transaction,
    data: &ResourceData<Role>,
) -> Result<(), Failure> {
    let role = ident(&data.get(Role::NAME));
    let path = data.get(Role::SEARCH_PATH);
    if let Some(schema) = path.iter().find(|schema| schema.contains(", ")) {
        let told = Diagnostic::error(format!("search_path has the element {schema:?}"))
            .with_detail(
                "A comma with a space after it is what the server writes between elements of \
                 search_path. Write each schema as an element of its own.",
            )
            .at(Role::SEARCH_PATH.path());
        return Err(Diagnostics::from(told).into());
    }
    let path = match path.is_empty() {
        true => "DEFAULT".to_owned(),
        false => idents(path.iter().map(String::as_str)),
    };
    let mut changes = Vec::new();
    // A new role has none of them.
    let changed = |changed: bool, zero: bool| if data.is_new() { !zero } else { changed };
    if changed(data.has_change(Role::SEARCH_PATH), path == "DEFAULT") {
        changes.push(format!("SET search_path TO {path}"));
    }
    let timeout = data.get(Role::STATEMENT_TIMEOUT);
    if changed(data.has_change(Role::STATEMENT_TIMEOUT), timeout == 0) {
        changes.push(timeout_change("statement_timeout", timeout));
    }
    let timeout = data.get(Role::IDLE_IN_TRANSACTION_SESSION_TIMEOUT);
    if changed(
        data.has_change(Role::IDLE_IN_TRANSACTION_SESSION_TIMEOUT),
        timeout == 0,
    ) {
        changes.push(timeout_change(
            "idle_in_transaction_session_timeout",
            timeout,
        ));
    }
    let assumed = data.get(Role::ASSUME_ROLE);
    if changed(data.has_change(Role::ASSUME_ROLE), assumed.is_empty()) {
        changes.push(match assumed.is_empty() {
            true => "RESET ROLE".to_owned(),
            false => format!("SET ROLE TO {}", ident(&assumed)),
        });
    }
    for change in changes {
        transaction
            .execute(&format!("ALTER ROLE {role} {change}"))
            .await?;
    }
    Ok(())
}

fn timeout_change(setting: &str, milliseconds: i64) -> String {
    match milliseconds {
        0 => format!("RESET {setting}"),
        _ => format!("SET {setting} TO {milliseconds}"),
    }
}

/// Stores the settings of the role's sessions.
pub(super) fn read_settings(data: &mut ResourceData<Role>, role: &Row) -> Result {
    let settings: Option<Vec<String>> = role.try_get("rolconfig")?;
    let settings = settings.unwrap_or_default();
    let find = |name: &str| {
        let of_name =
            |setting: &String| Some(setting.strip_prefix(name)?.strip_prefix('=')?.to_owned());
        settings.iter().find_map(of_name)
    };
    let path = find("search_path").map(|path| elements(&path));
    data.set(Role::SEARCH_PATH, path.unwrap_or_default());
    data.set(Role::ASSUME_ROLE, find("role").unwrap_or_default());
    let timeout = |name: &str, path: schema_provider::Path| match find(name) {
        None => Ok(0),
        Some(text) => milliseconds(&text).ok_or_else(|| {
            Diagnostics::from(
                Diagnostic::error(format!(
                    "{name} of the role is {text:?}, which is not a time"
                ))
                .with_detail(format!(
                    "Set it to a number of milliseconds: ALTER ROLE … SET {name} TO 30000."
                ))
                .at(path),
            )
        }),
    };
    let statement = timeout("statement_timeout", Role::STATEMENT_TIMEOUT.path())?;
    data.set(Role::STATEMENT_TIMEOUT, statement);
    let idle = timeout(
        "idle_in_transaction_session_timeout",
        Role::IDLE_IN_TRANSACTION_SESSION_TIMEOUT.path(),
    )?;
    data.set(Role::IDLE_IN_TRANSACTION_SESSION_TIMEOUT, idle);
    Ok(())
}

/// The milliseconds of a time in the server's catalog: in the format in which somebody set it, such
/// as `30000`, `30s` or `0.5 min`.
fn milliseconds(text: &str) -> Option<i64> {
    let text = text.trim_ascii();
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+'));
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let factor = match unit.trim_ascii() {
        "us" => 0.001,
        "" | "ms" => 1.0,
        "s" => 1000.0,
        "min" => 60_000.0,
        "h" => 3_600_000.0,
        "d" => 86_400_000.0,
        _ => return None,
    };
    let milliseconds = (number.parse::<f64>().ok()? * factor).round_ties_even();
    // Limited to 32 bits, as on the server.
    (0.0..=f64::from(i32::MAX))
        .contains(&milliseconds)
        .then_some(milliseconds as i64)
}

/// The elements of a search path in the catalog: `"$user", public`.
fn elements(path: &str) -> Vec<String> {
    let unquoted = |element: &str| {
        let inner = element
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        inner.map_or_else(|| element.to_owned(), |inner| inner.replace("\"\"", "\""))
    };
    match path {
        "" => Vec::new(),
        path => path.split(", ").map(unquoted).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_a_unit() {
        for (text, expected) in [
            ("0", Some(0)),
            ("30000", Some(30_000)),
            ("30s", Some(30_000)),
            ("5 min", Some(300_000)),
            ("1.5h", Some(5_400_000)),
            ("1d", Some(86_400_000)),
            ("250ms", Some(250)),
            ("2500us", Some(2)),
            ("s", None),
            ("5 weeks", None),
            ("-1", None),
            ("99d", None),
        ] {
            assert_eq!(milliseconds(text), expected, "{text}");
        }
    }

    #[test]
    fn a_search_path_is_taken_apart() {
        assert_eq!(elements("\"$user\", public"), ["$user", "public"]);
        assert_eq!(
            elements("\"a\"\"b\", \"C d\", \"e,f\""),
            ["a\"b", "C d", "e,f"]
        );
        assert_eq!(elements("\"\""), [""]);
        assert_eq!(elements(""), [""; 0]);
    }
}
