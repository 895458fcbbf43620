//! What must hold between the arguments of a grant.

use schema_provider::Path;
use schema_provider::prelude::*;

use super::Grant;
use crate::object_type::{self, ObjectType};
use crate::server::Server;

impl Grant {
    /// Rejects an invalid grant and reports everything that is wrong with it.
    pub(super) async fn check(&self, server: &Server) -> Result {
        let connection = server.connect(server.database()).await?;
        server
            .needs(&connection, "postgresql_grant", (9, 0))
            .await?;
        let version = server.version(&connection).await?;
        let mut found = self.check_arguments();
        let of_type = object_type::check(&self.privileges, self.object_type, version);
        found.extend(of_type);
        let (object_type, needed) = (self.object_type, 11);
        if matches!(object_type, ObjectType::Procedure | ObjectType::Routine)
            && !version.at_least(needed)
        {
            found.error_at(
                Grant::OBJECT_TYPE.path(),
                "The server is too old",
                format!(
                    "object_type \"{object_type}\" needs PostgreSQL {needed}; this is {version}."
                ),
            );
        }
        if found.has_errors() {
            Err(found)
        } else {
            Ok(())
        }
    }

    /// What is wrong for any server.
    fn check_arguments(&self) -> Diagnostics {
        let mut found = Diagnostics::new();
        let object_type = self.object_type;
        let mut wrong = |place: Path, text: String| found.error_at(place, "Invalid grant", text);
        if self.schema.is_empty() && object_type.needs_schema() {
            wrong(
                Grant::SCHEMA.path(),
                format!("schema is mandatory for object_type \"{object_type}\"."),
            );
        }
        if !self.objects.is_empty()
            && matches!(object_type, ObjectType::Database | ObjectType::Schema)
        {
            wrong(
                Grant::OBJECTS.path(),
                format!(
                    "objects cannot be set for object_type \"{object_type}\", which is one object already."
                ),
            );
        }
        if !self.columns.is_empty() && object_type != ObjectType::Column {
            wrong(
                Grant::COLUMNS.path(),
                format!(
                    "columns cannot be set for object_type \"{object_type}\", only for \"column\"."
                ),
            );
        }
        if object_type == ObjectType::Column {
            if self.columns.is_empty() {
                wrong(
                    Grant::COLUMNS.path(),
                    "columns must name at least one column for object_type \"column\".".to_owned(),
                );
            }
            if self.privileges.len() != 1 {
                wrong(
                    Grant::PRIVILEGES.path(),
                    format!(
                        "privileges must be exactly one for object_type \"column\"; there are {}.",
                        self.privileges.len()
                    ),
                );
            }
        }
        let too_long = self.objects.iter().find(|object| object.len() > 63);
        if let Some(object) = too_long.filter(|_| !object_type.has_arguments()) {
            wrong(
                Grant::OBJECTS.path(),
                format!(
                    "objects has {object:?}, which is not a name for object_type \"{object_type}\": names have at most 63 \
                     bytes."
                ),
            );
        }
        let one_object = matches!(
            object_type,
            ObjectType::Column | ObjectType::ForeignDataWrapper | ObjectType::ForeignServer
        );
        if one_object && self.objects.len() != 1 {
            wrong(
                Grant::OBJECTS.path(),
                format!(
                    "objects must be exactly one for object_type \"{object_type}\"; there are {}.",
                    self.objects.len()
                ),
            );
        }
        found
    }
}

/// The server truncates a name after 63 bytes, and would take another object.
pub(super) fn object_name(path: &Path, object: &str) -> Diagnostics {
    // The rest may be the arguments of a function.
    let name = object.split('(').next().unwrap_or(object);
    if name.len() <= 63 {
        return Diagnostics::new();
    }
    Diagnostic::error("The name is too long")
        .with_detail(format!(
            "{name:?} has {} bytes, and names have at most 63.",
            name.len()
        ))
        .at(path.clone())
        .into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn set(of: &[&str]) -> BTreeSet<String> {
        of.iter().map(|one| (*one).to_owned()).collect()
    }

    #[test]
    fn arguments_must_go_together() {
        use ObjectType as T;
        // Type, schema, objects, columns, privileges, the attribute that is reported.
        type Case<'a> = (
            T,
            &'a str,
            &'a [&'a str],
            &'a [&'a str],
            &'a [&'a str],
            &'a [&'a str],
        );
        let cases: [Case<'_>; 15] = [
            (T::Database, "", &[], &[], &["CONNECT"], &[]),
            (T::Database, "s", &[], &[], &["CONNECT"], &[]),
            (T::Database, "", &["o"], &[], &["CONNECT"], &["objects"]),
            (T::Schema, "", &[], &[], &[], &["schema"]),
            (T::Schema, "s", &["o"], &[], &[], &["objects"]),
            (T::Table, "", &[], &[], &[], &["schema"]),
            (T::Table, "s", &[], &["c"], &[], &["columns"]),
            (T::Function, "s", &["f", "g"], &[], &[], &[]),
            (T::Column, "s", &["t"], &["c", "d"], &["SELECT"], &[]),
            (T::Column, "s", &["t"], &[], &["SELECT"], &["columns"]),
            (
                T::Column,
                "s",
                &["t"],
                &["c"],
                &["SELECT", "INSERT"],
                &["privileges"],
            ),
            (
                T::Column,
                "",
                &["t", "u"],
                &["c"],
                &[],
                &["schema", "privileges", "objects"],
            ),
            (T::ForeignDataWrapper, "", &["w"], &[], &["USAGE"], &[]),
            (
                T::ForeignDataWrapper,
                "",
                &[],
                &[],
                &["USAGE"],
                &["objects"],
            ),
            (
                T::ForeignServer,
                "",
                &["a", "b"],
                &[],
                &["USAGE"],
                &["objects"],
            ),
        ];
        for (object_type, schema, objects, columns, privileges, blamed) in cases {
            let grant = Grant {
                role: "r".to_owned(),
                database: "d".to_owned(),
                schema: schema.to_owned(),
                object_type,
                objects: set(objects),
                columns: set(columns),
                privileges: set(privileges),
                with_grant_option: false,
            };
            let found = grant.check_arguments();
            let places: Vec<String> = found.iter().map(|one| one.path.to_string()).collect();
            assert_eq!(places, blamed, "{object_type}: {found}");
            for one in &found {
                assert!(one.detail.contains(&one.path.to_string()), "{one}");
                assert!(one.detail.contains(object_type.as_str()), "{one}");
            }
        }
    }
}
