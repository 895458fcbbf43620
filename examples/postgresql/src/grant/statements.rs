//! The statements of a grant.

use schema_provider::prelude::*;

use super::Grant;
use crate::object_type::{ObjectType, listed};
use crate::sql::{ident, idents};

impl Grant {
    /// Takes privileges away: all of a whole object or of all objects of a schema; of single objects only those that are
    /// listed, so that privileges on their columns stay. Nothing where a grant on columns has no privilege or no column.
    pub(super) fn revoke(&self) -> Result<Option<String>> {
        let privileges = match self.object_type {
            ObjectType::Column if self.privileges.is_empty() || self.columns.is_empty() => {
                return Ok(None);
            }
            ObjectType::Column => self.of_columns()?,
            _ if self.is_of_single_objects() && !self.privileges.is_empty() => {
                listed(&self.privileges)?
            }
            _ => "ALL PRIVILEGES".to_owned(),
        };
        let (on, from) = (self.on()?, ident(&self.role));
        Ok(Some(format!("REVOKE {privileges} ON {on} FROM {from}")))
    }

    /// Gives the privileges, if there are any.
    pub(super) fn grant(&self) -> Result<Option<String>> {
        if self.privileges.is_empty() {
            return Ok(None);
        }
        let privileges = match self.object_type {
            ObjectType::Column => self.of_columns()?,
            _ => listed(&self.privileges)?,
        };
        let (on, to) = (self.on()?, ident(&self.role));
        let option = match self.with_grant_option {
            true => " WITH GRANT OPTION",
            false => "",
        };
        Ok(Some(format!("GRANT {privileges} ON {on} TO {to}{option}")))
    }

    /// Whether it is on objects of a schema that are named one by one.
    fn is_of_single_objects(&self) -> bool {
        !self.objects.is_empty()
            && matches!(
                self.object_type,
                ObjectType::Table
                    | ObjectType::Sequence
                    | ObjectType::Function
                    | ObjectType::Procedure
                    | ObjectType::Routine
            )
    }

    /// A privilege with the columns that it is on.
    fn of_columns(&self) -> Result<String> {
        let columns = idents(self.columns.iter().map(String::as_str));
        Ok(format!("{} ({columns})", listed(&self.privileges)?))
    }

    /// What the privileges are on.
    fn on(&self) -> Result<String> {
        let keyword = self.object_type.keyword();
        let schema = ident(&self.schema);
        Ok(match self.object_type {
            ObjectType::Database => format!("{keyword} {}", ident(&self.database)),
            ObjectType::Schema => format!("{keyword} {schema}"),
            ObjectType::ForeignDataWrapper | ObjectType::ForeignServer => {
                let objects = idents(self.objects.iter().map(String::as_str));
                format!("{keyword} {objects}")
            }
            _ if self.objects.is_empty() => format!("ALL {keyword}S IN SCHEMA {schema}"),
            _ => {
                let objects: Result<Vec<String>> = self
                    .objects
                    .iter()
                    .map(|object| Ok(format!("{schema}.{}", self.object(object)?)))
                    .collect();
                format!("{keyword} {}", objects?.join(", "))
            }
        })
    }

    /// An object: its name, and of a function the arguments behind it as they are written.
    fn object(&self, text: &str) -> Result<String> {
        let Some(start) = text.find('(').filter(|_| self.object_type.has_arguments()) else {
            return Ok(ident(text));
        };
        let (name, arguments) = text.trim_ascii_end().split_at(start);
        if !is_list_of_types(arguments) {
            return Err(Diagnostic::error("Invalid object")
                .with_detail(format!(
                    "objects has {text:?}, which is no name with a list of types behind it, as f(text, integer[]) is. \
                     Write types as PostgreSQL names them; one with other characters than letters, digits and \
                     underscores stands in double quotes."
                ))
                .at(Grant::OBJECTS.path())
                .into());
        }
        Ok(format!("{}{arguments}", ident(name)))
    }
}

/// Whether a text is one pair of parentheses with nothing inside but words, names in double quotes, commas, points,
/// brackets and further pairs: nothing by which it could end before its end and be more than the arguments of a function.
fn is_list_of_types(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' => {
                let Some(outer) = depth.checked_sub(1) else {
                    return false;
                };
                depth = outer;
                if depth == 0 {
                    return characters.peek().is_none();
                }
            }
            '_' | '.' | ',' | '[' | ']' | '%' => {}
            _ if character.is_alphanumeric() || character.is_ascii_whitespace() => {}
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn set(of: &[&str]) -> BTreeSet<String> {
        of.iter().map(|one| (*one).to_owned()).collect()
    }

    fn grant(object_type: ObjectType, objects: &[&str], privileges: &[&str]) -> Grant {
        Grant {
            role: "r\"1".to_owned(),
            database: "My db".to_owned(),
            schema: "s".to_owned(),
            object_type,
            objects: set(objects),
            columns: BTreeSet::new(),
            privileges: set(privileges),
            with_grant_option: false,
        }
    }

    fn both(grant: &Grant) -> [String; 2] {
        [grant.revoke(), grant.grant()].map(|sql| sql.unwrap().unwrap_or_default())
    }

    #[test]
    fn each_type_has_its_form() {
        use ObjectType as T;
        let two = ["USAGE", "CREATE"];
        for (given, revoke, granted) in [
            (
                grant(T::Database, &[], &["CONNECT"]),
                r#"REVOKE ALL PRIVILEGES ON DATABASE "My db" FROM "r""1""#,
                r#"GRANT CONNECT ON DATABASE "My db" TO "r""1""#,
            ),
            (
                grant(T::Schema, &[], &two),
                r#"REVOKE ALL PRIVILEGES ON SCHEMA "s" FROM "r""1""#,
                r#"GRANT CREATE, USAGE ON SCHEMA "s" TO "r""1""#,
            ),
            (
                grant(T::ForeignDataWrapper, &["w"], &["USAGE"]),
                r#"REVOKE ALL PRIVILEGES ON FOREIGN DATA WRAPPER "w" FROM "r""1""#,
                r#"GRANT USAGE ON FOREIGN DATA WRAPPER "w" TO "r""1""#,
            ),
            (
                grant(T::ForeignServer, &["w"], &["USAGE"]),
                r#"REVOKE ALL PRIVILEGES ON FOREIGN SERVER "w" FROM "r""1""#,
                r#"GRANT USAGE ON FOREIGN SERVER "w" TO "r""1""#,
            ),
            (
                grant(T::Table, &[], &["SELECT"]),
                r#"REVOKE ALL PRIVILEGES ON ALL TABLES IN SCHEMA "s" FROM "r""1""#,
                r#"GRANT SELECT ON ALL TABLES IN SCHEMA "s" TO "r""1""#,
            ),
            (
                grant(T::Table, &["a", "b c"], &["SELECT", "INSERT"]),
                r#"REVOKE INSERT, SELECT ON TABLE "s"."a", "s"."b c" FROM "r""1""#,
                r#"GRANT INSERT, SELECT ON TABLE "s"."a", "s"."b c" TO "r""1""#,
            ),
            (
                grant(T::Sequence, &["q"], &[]),
                r#"REVOKE ALL PRIVILEGES ON SEQUENCE "s"."q" FROM "r""1""#,
                "",
            ),
            (
                grant(T::Procedure, &[], &["EXECUTE"]),
                r#"REVOKE ALL PRIVILEGES ON ALL PROCEDURES IN SCHEMA "s" FROM "r""1""#,
                r#"GRANT EXECUTE ON ALL PROCEDURES IN SCHEMA "s" TO "r""1""#,
            ),
            (
                grant(T::Routine, &["f(text, char)"], &["EXECUTE"]),
                r#"REVOKE EXECUTE ON ROUTINE "s"."f"(text, char) FROM "r""1""#,
                r#"GRANT EXECUTE ON ROUTINE "s"."f"(text, char) TO "r""1""#,
            ),
            // The name of a table may have a parenthesis.
            (
                grant(T::Table, &["t(1)"], &["ALL"]),
                r#"REVOKE ALL ON TABLE "s"."t(1)" FROM "r""1""#,
                r#"GRANT ALL ON TABLE "s"."t(1)" TO "r""1""#,
            ),
        ] {
            assert_eq!(both(&given), [revoke, granted]);
        }
    }

    #[test]
    fn columns_stand_behind_their_privilege() {
        let mut columns = grant(ObjectType::Column, &["t"], &["UPDATE"]);
        assert_eq!(columns.revoke().unwrap(), None);
        columns.columns = set(&["a", "B\""]);
        columns.with_grant_option = true;
        assert_eq!(
            both(&columns),
            [
                r#"REVOKE UPDATE ("B""", "a") ON TABLE "s"."t" FROM "r""1""#,
                r#"GRANT UPDATE ("B""", "a") ON TABLE "s"."t" TO "r""1" WITH GRANT OPTION"#,
            ]
        );
        columns.privileges.clear();
        assert_eq!(both(&columns), ["", ""]);
    }

    #[test]
    fn arguments_cannot_be_more_than_types() {
        for right in [
            "()",
            "(text)",
            "(text, character varying(10), \"My; type\", numeric(10,2), integer[], s.t%TYPE)",
            "(VARIADIC äöü[])",
            "(text,\n\tinteger)",
        ] {
            assert!(is_list_of_types(right), "{right}");
        }
        for wrong in [
            "(",
            ")",
            "(text",
            "(text))",
            "(text)(",
            "(text) TO public; --",
            "(text); DROP ROLE r",
            "(text /* ) */)",
            "(text -- )\n)",
            "(text, 'a)')",
            "(\"a)",
            "(text,\u{a0}integer)",
            "($$)$$)",
            "(text) FROM PUBLIC, \"x\"(int)",
        ] {
            assert!(!is_list_of_types(wrong), "{wrong}");
            // Without an opening parenthesis it is all name, and quoted.
            if !wrong.contains('(') {
                continue;
            }
            let given = grant(ObjectType::Function, &[&format!("f{wrong}")], &["EXECUTE"]);
            let refused = given.grant().unwrap_err().to_string();
            assert!(refused.contains("objects"), "{refused}");
        }
    }
}
