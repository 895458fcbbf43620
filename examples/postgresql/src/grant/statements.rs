//! The statements of a grant.

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use super::Grant;
use super::objects::Object;
use crate::object_type::{ObjectType, listed};
use crate::sql::{ident, idents};

impl Grant {
    /// Revokes privileges, or only the option to grant them to others, on these objects, or on
    /// these columns of one table.
    pub(super) fn revoke(
        &self,
        privileges: &BTreeSet<String>,
        objects: &[&Object],
        option_only: bool,
    ) -> Result<String> {
        let option = match option_only {
            true => "GRANT OPTION FOR ",
            false => "",
        };
        let list = listed(privileges)?;
        let names: Vec<&str> = objects.iter().map(|object| &*object.sql).collect();
        let (names, from) = (names.join(", "), ident(&self.role));
        let whole = objects.first().map_or("", |object| &object.whole);
        let keyword = self.object_type.keyword();
        Ok(match whole.is_empty() {
            true => format!("REVOKE {option}{list} ON {keyword} {names} FROM {from}"),
            false => {
                let list = with_columns(&list, &names);
                format!("REVOKE {option}{list} ON {keyword} {whole} FROM {from}")
            }
        })
    }

    /// Grants privileges, if there are any, on all objects of the grant. The existing ones identify
    /// overloads of a function.
    pub(super) fn grant(
        &self,
        privileges: &BTreeSet<String>,
        on_server: &[Object],
    ) -> Result<Option<String>> {
        if privileges.is_empty() {
            return Ok(None);
        }
        let list = listed(privileges)?;
        let list = match self.object_type {
            ObjectType::Column => {
                with_columns(&list, &idents(self.columns.iter().map(String::as_str)))
            }
            _ => list,
        };
        let (on, to) = (self.on(on_server)?, ident(&self.role));
        let option = match self.with_grant_option {
            true => " WITH GRANT OPTION",
            false => "",
        };
        Ok(Some(format!("GRANT {list} ON {on} TO {to}{option}")))
    }

    /// Whether it names objects of a schema one by one.
    pub(super) fn is_of_single_objects(&self) -> bool {
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

    /// The objects of the statement.
    fn on(&self, on_server: &[Object]) -> Result<String> {
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
                    .map(|object| match self.overloads(object, on_server)[..] {
                        // The server would not know which one is meant.
                        [_, _, ..] => Ok(self.overloads(object, on_server).join(", ")),
                        _ => Ok(format!("{schema}.{}", self.object(object)?)),
                    })
                    .collect();
                format!("{keyword} {}", objects?.join(", "))
            }
        })
    }

    /// The server's names of the functions of a name without arguments.
    fn overloads<'o>(&self, name: &str, on_server: &'o [Object]) -> Vec<&'o str> {
        let of_name = |object: &&Object| self.object_type.has_arguments() && object.name == name;
        on_server
            .iter()
            .filter(of_name)
            .map(|object| &*object.sql)
            .collect()
    }

    /// An object: its name, and the arguments of a function as they are written.
    fn object(&self, text: &str) -> Result<String> {
        let Some(start) = text.find('(').filter(|_| self.object_type.has_arguments()) else {
            return Ok(ident(text));
        };
        let (name, arguments) = text.trim_ascii_end().split_at(start);
        if !is_list_of_types(arguments) {
            return Err(Diagnostic::error("Invalid object")
                .with_detail(format!(
                    "objects has {text:?}, which is not a name followed by a list of types, such as f(text, integer[]). \
                     Write types as PostgreSQL names them; one with other characters than letters, digits and \
                     underscores stands in double quotes."
                ))
                .at(Grant::OBJECTS.path())
                .into());
        }
        Ok(format!("{}{arguments}", ident(name)))
    }
}

/// Privileges with their columns.
fn with_columns(list: &str, columns: &str) -> String {
    let privileges: Vec<String> = list
        .split(", ")
        .map(|privilege| format!("{privilege} ({columns})"))
        .collect();
    privileges.join(", ")
}

/// Whether a string is one pair of parentheses that contains only words, names in double quotes,
/// commas, dots, brackets and further pairs: nothing that could end the arguments of a function
/// early.
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
    use std::collections::BTreeMap;

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

    fn granted(grant: &Grant) -> String {
        grant
            .grant(&grant.privileges, &[])
            .unwrap()
            .unwrap_or_default()
    }

    fn object(sql: &str, whole: &str) -> Object {
        Object {
            key: sql.to_owned(),
            sql: sql.to_owned(),
            whole: whole.to_owned(),
            name: "f".to_owned(),
            owner: String::new(),
            is_owned: false,
            held: BTreeMap::new(),
        }
    }

    #[test]
    fn each_type_has_its_form() {
        use ObjectType as T;
        let two = ["USAGE", "CREATE"];
        for (given, expected) in [
            (
                grant(T::Database, &[], &["CONNECT"]),
                r#"GRANT CONNECT ON DATABASE "My db" TO "r""1""#,
            ),
            (
                grant(T::Schema, &[], &two),
                r#"GRANT CREATE, USAGE ON SCHEMA "s" TO "r""1""#,
            ),
            (
                grant(T::ForeignDataWrapper, &["w"], &["USAGE"]),
                r#"GRANT USAGE ON FOREIGN DATA WRAPPER "w" TO "r""1""#,
            ),
            (
                grant(T::ForeignServer, &["w"], &["USAGE"]),
                r#"GRANT USAGE ON FOREIGN SERVER "w" TO "r""1""#,
            ),
            (
                grant(T::Table, &[], &["SELECT"]),
                r#"GRANT SELECT ON ALL TABLES IN SCHEMA "s" TO "r""1""#,
            ),
            (
                grant(T::Table, &["a", "b c"], &["SELECT", "INSERT"]),
                r#"GRANT INSERT, SELECT ON TABLE "s"."a", "s"."b c" TO "r""1""#,
            ),
            (grant(T::Sequence, &["q"], &[]), ""),
            (
                grant(T::Procedure, &[], &["EXECUTE"]),
                r#"GRANT EXECUTE ON ALL PROCEDURES IN SCHEMA "s" TO "r""1""#,
            ),
            (
                grant(T::Routine, &["f(text, char)"], &["EXECUTE"]),
                r#"GRANT EXECUTE ON ROUTINE "s"."f"(text, char) TO "r""1""#,
            ),
            // The name of a table may have a parenthesis.
            (
                grant(T::Table, &["t(1)"], &["ALL"]),
                r#"GRANT ALL ON TABLE "s"."t(1)" TO "r""1""#,
            ),
        ] {
            assert_eq!(granted(&given), expected);
        }
    }

    #[test]
    fn privileges_are_revoked_on_the_objects_that_have_them() {
        let given = grant(ObjectType::Table, &[], &["SELECT"]);
        let (one, two) = (object("s.a", ""), object("s.b", ""));
        let privileges = set(&["SELECT", "INSERT"]);
        assert_eq!(
            given.revoke(&privileges, &[&one, &two], false).unwrap(),
            r#"REVOKE INSERT, SELECT ON TABLE s.a, s.b FROM "r""1""#
        );
        assert_eq!(
            given.revoke(&privileges, &[&one], true).unwrap(),
            r#"REVOKE GRANT OPTION FOR INSERT, SELECT ON TABLE s.a FROM "r""1""#
        );
        let (one, two) = (object("a", "s.t"), object("b", "s.t"));
        let columns = grant(ObjectType::Column, &["t"], &["SELECT"]);
        assert_eq!(
            columns.revoke(&privileges, &[&one, &two], false).unwrap(),
            r#"REVOKE INSERT (a, b), SELECT (a, b) ON TABLE s.t FROM "r""1""#
        );
    }

    #[test]
    fn a_name_without_arguments_is_all_functions_of_that_name() {
        let given = grant(ObjectType::Function, &["f", "g"], &["EXECUTE"]);
        let overloads = [object("s.f(text)", ""), object("s.f()", "")];
        assert_eq!(
            given
                .grant(&given.privileges, &overloads[..1])
                .unwrap()
                .unwrap(),
            r#"GRANT EXECUTE ON FUNCTION "s"."f", "s"."g" TO "r""1""#
        );
        assert_eq!(
            given.grant(&given.privileges, &overloads).unwrap().unwrap(),
            r#"GRANT EXECUTE ON FUNCTION s.f(text), s.f(), "s"."g" TO "r""1""#
        );
    }

    #[test]
    fn columns_stand_behind_their_privilege() {
        let mut columns = grant(ObjectType::Column, &["t"], &["UPDATE"]);
        columns.columns = set(&["a", "B\""]);
        columns.with_grant_option = true;
        assert_eq!(
            granted(&columns),
            r#"GRANT UPDATE ("B""", "a") ON TABLE "s"."t" TO "r""1" WITH GRANT OPTION"#,
        );
        columns.privileges.clear();
        assert_eq!(granted(&columns), "");
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
            // Without an opening parenthesis all of it is a name, and quoted.
            if !wrong.contains('(') {
                continue;
            }
            let given = grant(ObjectType::Function, &[&format!("f{wrong}")], &["EXECUTE"]);
            let refused = given.grant(&given.privileges, &[]).unwrap_err().to_string();
            assert!(refused.contains("objects"), "{refused}");
        }
    }
}
