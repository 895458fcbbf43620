//! Types of objects, and the privileges of each.

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use crate::server::Version;

/// The type of an object that a privilege is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, SchemaEnum)]
pub enum ObjectType {
    /// A database.
    Database,
    /// Functions.
    Function,
    /// Procedures.
    Procedure,
    /// Functions and procedures.
    Routine,
    /// A schema.
    Schema,
    /// Sequences.
    Sequence,
    /// Tables, and everything that is used like one.
    Table,
    /// A foreign data wrapper.
    ForeignDataWrapper,
    /// A foreign server.
    ForeignServer,
    /// Columns of a table.
    Column,
    /// Types.
    Type,
}

impl ObjectType {
    /// The type in SQL. For a column it is the table's.
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Self::Database => "DATABASE",
            Self::Function => "FUNCTION",
            Self::Procedure => "PROCEDURE",
            Self::Routine => "ROUTINE",
            Self::Schema => "SCHEMA",
            Self::Sequence => "SEQUENCE",
            Self::Table | Self::Column => "TABLE",
            Self::ForeignDataWrapper => "FOREIGN DATA WRAPPER",
            Self::ForeignServer => "FOREIGN SERVER",
            Self::Type => "TYPE",
        }
    }

    /// Whether its objects are in a schema, or are one.
    pub(crate) fn needs_schema(self) -> bool {
        !matches!(
            self,
            Self::Database | Self::ForeignDataWrapper | Self::ForeignServer
        )
    }

    /// Whether its objects may have a list of arguments after their name.
    pub(crate) fn has_arguments(self) -> bool {
        matches!(self, Self::Function | Self::Procedure | Self::Routine)
    }

    /// The privileges that a server of this version supports for it.
    pub(crate) fn privileges(self, version: Version) -> Vec<&'static str> {
        let mut privileges = match self {
            Self::Database => vec!["CREATE", "CONNECT", "TEMPORARY"],
            Self::Table => vec![
                "SELECT",
                "INSERT",
                "UPDATE",
                "DELETE",
                "TRUNCATE",
                "REFERENCES",
                "TRIGGER",
            ],
            Self::Sequence => vec!["USAGE", "SELECT", "UPDATE"],
            Self::Schema => vec!["CREATE", "USAGE"],
            Self::Function | Self::Procedure | Self::Routine => vec!["EXECUTE"],
            Self::Type | Self::ForeignDataWrapper | Self::ForeignServer => vec!["USAGE"],
            Self::Column => vec!["SELECT", "INSERT", "UPDATE", "REFERENCES"],
        };
        if self == Self::Table && version.at_least(17) {
            privileges.push("MAINTAIN");
        }
        privileges
    }
}

/// What is wrong with privileges on a server of this version: those that the type does not have.
pub(crate) fn check(
    privileges: &BTreeSet<String>,
    object_type: ObjectType,
    version: Version,
) -> Diagnostics {
    let known = object_type.privileges(version);
    let mut found = Diagnostics::new();
    for privilege in privileges {
        let canonical = canonical(privilege);
        if canonical != ALL && !known.contains(&canonical.as_str()) {
            found.error_at(
                schema_provider::Path::new("privileges"),
                "Invalid privilege",
                format!(
                    "privileges has {privilege:?}, which is not an allowed privilege for object_type \"{}\". \
                     Allowed are ALL, {}.",
                    object_type.as_str(),
                    known.join(", ")
                ),
            );
        }
    }
    found
}

/// What is wrong with privileges for any server; `None` while they are unknown.
pub(crate) fn validate(
    privileges: Option<BTreeSet<String>>,
    object_type: Option<ObjectType>,
) -> Diagnostics {
    let (Some(privileges), Some(object_type)) = (privileges, object_type) else {
        return Diagnostics::new();
    };
    let mut found = check(&privileges, object_type, NEWEST);
    let canonical: BTreeSet<String> = privileges.iter().map(|one| canonical(one)).collect();
    if canonical.len() > 1 && canonical.contains(ALL) {
        found.error_at(
            schema_provider::Path::new("privileges"),
            "Invalid privileges",
            "privileges has ALL together with others, which the server rejects. Write ALL alone: it means every privilege.",
        );
    }
    found
}

/// Whether two sets of privileges mean the same.
pub(crate) fn same_set<R: Resource>(
    _: &Suppress<'_, R>,
    old: &BTreeSet<String>,
    new: &BTreeSet<String>,
) -> bool {
    let canonical = |set: &BTreeSet<String>| -> BTreeSet<String> {
        set.iter().map(|one| canonical(one)).collect()
    };
    canonical(old) == canonical(new)
}

/// A version that has all privileges.
const NEWEST: Version = Version::newest();

/// The canonical name of a privilege: in upper case, `TEMPORARY` for `TEMP` and `ALL` for
/// `ALL PRIVILEGES`, as in SQL.
pub(crate) fn canonical(privilege: &str) -> String {
    let words: Vec<&str> = privilege.split_ascii_whitespace().collect();
    match words.join(" ").to_ascii_uppercase().as_str() {
        "TEMP" => "TEMPORARY".to_owned(),
        "ALL PRIVILEGES" => ALL.to_owned(),
        other => other.to_owned(),
    }
}

/// The single privileges that a set means: every one of the type if the set has `ALL`.
pub(crate) fn single(
    privileges: &BTreeSet<String>,
    object_type: ObjectType,
    version: Version,
) -> BTreeSet<String> {
    let mut single: BTreeSet<String> = privileges.iter().map(|one| canonical(one)).collect();
    if single.remove(ALL) {
        let known = object_type.privileges(version).into_iter();
        single.extend(known.map(str::to_owned));
    }
    single
}

/// All privileges.
pub(crate) const ALL: &str = "ALL";

/// Whether the server has what the state says: the same, or every privilege if the state has `ALL`.
pub(crate) fn same(
    state: &BTreeSet<String>,
    server: &BTreeSet<String>,
    object_type: ObjectType,
    version: Version,
) -> bool {
    // Any others came with a newer version than the expected one.
    let all = state.iter().any(|privilege| canonical(privilege) == ALL);
    let single = single(state, object_type, version);
    single == *server || (all && single.is_subset(server))
}

/// The privileges as an SQL list.
///
/// # Errors
/// One is not just words in upper case, and so not a privilege of any server: the state was edited
/// manually.
pub(crate) fn listed(privileges: &BTreeSet<String>) -> Result<String> {
    for privilege in privileges {
        if privilege.is_empty()
            || !privilege
                .chars()
                .all(|c| c.is_ascii_uppercase() || c == ' ')
        {
            return Err(Diagnostic::error("Invalid privilege")
                .with_detail(format!(
                    "privileges has {privilege:?}, which is not a privilege."
                ))
                .at(schema_provider::Path::new("privileges"))
                .into());
        }
    }
    let list: Vec<&str> = privileges.iter().map(String::as_str).collect();
    Ok(list.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(of: &[&str]) -> BTreeSet<String> {
        of.iter().map(|one| (*one).to_owned()).collect()
    }

    #[test]
    fn all_is_each_privilege_of_the_type() {
        let (old, new) = (Version::from(15), Version::from(17));
        let seven = ObjectType::Table.privileges(old);
        assert_eq!(seven.len(), 7);
        assert!(same(&set(&["ALL"]), &set(&seven), ObjectType::Table, old));
        assert!(!same(&set(&["ALL"]), &set(&seven), ObjectType::Table, new));
        let eight = ObjectType::Table.privileges(new);
        assert!(same(&set(&["ALL"]), &set(&eight), ObjectType::Table, new));
        assert!(!same(
            &set(&["ALL"]),
            &set(&["SELECT"]),
            ObjectType::Table,
            old
        ));
        assert!(!same(
            &set(&["SELECT"]),
            &set(&seven),
            ObjectType::Table,
            old
        ));
        assert!(same(&set(&[]), &set(&[]), ObjectType::Table, old));
    }

    #[test]
    fn a_privilege_is_of_the_type() {
        let version = Version::from(15);
        let wrong = [
            (ObjectType::Database, "TEMPO"),
            (ObjectType::Table, "sel ect"),
            (ObjectType::Table, "MAINTAIN"),
            (ObjectType::Table, "temp"),
            (ObjectType::Column, "DELETE"),
            (ObjectType::Schema, ""),
            (
                ObjectType::Function,
                "EXECUTE ON FUNCTION f() TO PUBLIC; --",
            ),
        ];
        for (object_type, privilege) in wrong {
            let found = check(&set(&[privilege]), object_type, version).to_string();
            assert!(found.contains("privileges"), "{found}");
            assert!(found.contains(object_type.as_str()), "{found}");
        }
        for right in ["TEMPORARY", "temp", "Connect", "ALL", "all privileges"] {
            let right = check(&set(&[right]), ObjectType::Database, version);
            assert!(right.is_empty(), "{right}");
        }
        let new = Version::from(17);
        assert!(check(&set(&["MAINTAIN"]), ObjectType::Table, new).is_empty());
    }

    #[test]
    fn all_stands_alone() {
        let valid = |privileges: &[&str]| validate(Some(set(privileges)), Some(ObjectType::Table));
        assert!(valid(&["ALL"]).is_empty() && valid(&["all", "ALL PRIVILEGES"]).is_empty());
        assert!(valid(&["MAINTAIN", "select", "SELECT"]).is_empty());
        let told = valid(&["ALL", "SELECT"]).to_string();
        assert!(told.contains("ALL alone"), "{told}");
        assert!(validate(None, Some(ObjectType::Table)).is_empty());
    }

    #[test]
    fn a_list_is_of_words() {
        assert_eq!(listed(&set(&["SELECT", "ALL"])).unwrap(), "ALL, SELECT");
        for wrong in ["", "select", "ALL; DROP", "A\"", "A--"] {
            assert!(listed(&set(&[wrong])).is_err(), "{wrong}");
        }
    }
}
