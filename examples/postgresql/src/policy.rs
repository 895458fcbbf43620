//! The `policy` blocks of a schema.

use std::collections::BTreeMap;

use schema_provider::prelude::*;

use crate::sql::ident;

/// Privileges that a role has on the schema.
#[derive(Clone, Debug, PartialEq, Eq, Schema)]
#[schema(block)]
pub struct Policy {
    /// The role; everyone without one.
    #[field(optional, default = "", validate = bytes(..=63))]
    role: String,
    /// Whether it may create objects.
    #[field(optional, default = false)]
    create: bool,
    /// Whether it may create objects, and let others.
    #[field(optional, default = false)]
    create_with_grant: bool,
    /// Whether it may use objects.
    #[field(optional, default = false)]
    usage: bool,
    /// Whether it may use objects, and let others.
    #[field(optional, default = false)]
    usage_with_grant: bool,
}

/// The policies by role: those of one role, in whatever case it is written, are one.
pub(crate) fn by_role(policies: &Set<Policy>) -> BTreeMap<String, Policy> {
    let mut by_role: BTreeMap<String, Policy> = BTreeMap::new();
    for policy in policies {
        match by_role.entry(policy.role.to_lowercase()) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(policy.clone());
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let merged = entry.get_mut();
                merged.create |= policy.create;
                merged.create_with_grant |= policy.create_with_grant;
                merged.usage |= policy.usage;
                merged.usage_with_grant |= policy.usage_with_grant;
            }
        }
    }
    by_role
}

impl Policy {
    /// The role that is to exist, if it is not everyone.
    pub(crate) fn role(&self) -> Option<&str> {
        Some(self.role.as_str()).filter(|role| !role.is_empty())
    }

    /// What gives the privileges on a schema.
    pub(crate) fn grants(&self, schema: &str) -> Vec<String> {
        let (schema, role) = (ident(schema), self.sql_role());
        let grant = |(privilege, with_option)| {
            let option = if with_option {
                " WITH GRANT OPTION"
            } else {
                ""
            };
            format!("GRANT {privilege} ON SCHEMA {schema} TO {role}{option}")
        };
        self.privileges().map(grant).collect()
    }

    /// What takes them away: of a privilege that may be granted to others only that.
    pub(crate) fn revokes(&self, schema: &str) -> Vec<String> {
        let (schema, role) = (ident(schema), self.sql_role());
        let revoke = |(privilege, with_option)| {
            let option = if with_option { "GRANT OPTION FOR " } else { "" };
            format!("REVOKE {option}{privilege} ON SCHEMA {schema} FROM {role}")
        };
        self.privileges().map(revoke).collect()
    }

    fn privileges(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let create = self.create || self.create_with_grant;
        let usage = self.usage || self.usage_with_grant;
        let create = create.then_some(("CREATE", self.create_with_grant));
        let usage = usage.then_some(("USAGE", self.usage_with_grant));
        create.into_iter().chain(usage)
    }

    fn sql_role(&self) -> String {
        self.role().map_or_else(|| "PUBLIC".to_owned(), ident)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(
        role: &str,
        [create, create_with_grant, usage, usage_with_grant]: [bool; 4],
    ) -> Policy {
        Policy {
            role: role.to_owned(),
            create,
            create_with_grant,
            usage,
            usage_with_grant,
        }
    }

    #[test]
    fn a_role_has_one_policy() {
        let blocks: Set<Policy> = [
            policy("App", [true, false, false, false]),
            policy("app", [false, false, false, true]),
            policy("", [false, false, true, false]),
        ]
        .into_iter()
        .collect();
        let merged = by_role(&blocks);
        assert_eq!(merged.len(), 2);
        assert_eq!(
            merged["app"].grants("s"),
            [
                r#"GRANT CREATE ON SCHEMA "s" TO "App""#,
                r#"GRANT USAGE ON SCHEMA "s" TO "App" WITH GRANT OPTION"#,
            ]
        );
        assert_eq!(
            merged[""].grants("s"),
            [r#"GRANT USAGE ON SCHEMA "s" TO PUBLIC"#]
        );
    }

    #[test]
    fn a_grant_option_is_all_that_is_revoked_of_its_privilege() {
        let both = policy("r", [true, true, true, false]);
        assert_eq!(
            both.revokes("s"),
            [
                r#"REVOKE GRANT OPTION FOR CREATE ON SCHEMA "s" FROM "r""#,
                r#"REVOKE USAGE ON SCHEMA "s" FROM "r""#,
            ]
        );
        assert!(policy("r", [false; 4]).grants("s").is_empty());
    }
}
