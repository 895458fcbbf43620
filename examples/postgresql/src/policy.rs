//! The `policy` blocks of a schema.

use std::collections::BTreeMap;

use schema_provider::prelude::*;

use crate::sql::ident;

/// Privileges that a role has on the schema.
#[derive(Clone, Debug, PartialEq, Eq, Schema)]
#[schema(block)]
pub struct Policy {
    /// The role. Defaults to everyone.
    #[field(optional, default = "", validate = bytes(..=63))]
    role: String,
    /// Whether it may create objects.
    #[field(optional, default = false)]
    create: bool,
    /// Whether it may create objects, and grant that to others.
    #[field(optional, default = false)]
    create_with_grant: bool,
    /// Whether it may use objects.
    #[field(optional, default = false)]
    usage: bool,
    /// Whether it may use objects, and grant that to others.
    #[field(optional, default = false)]
    usage_with_grant: bool,
}

/// The policies by role, merged by name without regard to case.
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
    /// The role that must exist, unless it is everyone.
    pub(crate) fn role(&self) -> Option<&str> {
        Some(self.role.as_str()).filter(|role| !role.is_empty())
    }

    /// Grants the privileges that another policy of the role does not have.
    pub(crate) fn grants(&self, schema: &str, other: Option<&Policy>) -> Vec<String> {
        let (schema, role) = (ident(schema), self.sql_role());
        let grant = |(privilege, with_option)| {
            let option = if with_option {
                " WITH GRANT OPTION"
            } else {
                ""
            };
            format!("GRANT {privilege} ON SCHEMA {schema} TO {role}{option}")
        };
        self.beyond(other).map(grant).collect()
    }

    /// Revokes them: if another policy keeps the privilege, only its grant option.
    pub(crate) fn revokes(&self, schema: &str, other: Option<&Policy>) -> Vec<String> {
        let (schema, role) = (ident(schema), self.sql_role());
        let revoke = |(privilege, with_option)| {
            let option = if with_option { "GRANT OPTION FOR " } else { "" };
            format!("REVOKE {option}{privilege} ON SCHEMA {schema} FROM {role}")
        };
        self.beyond(other).map(revoke).collect()
    }

    /// The privileges that another policy of the same role does not have, or has without grant
    /// option.
    fn beyond(&self, other: Option<&Policy>) -> impl Iterator<Item = (&'static str, bool)> {
        let other = other.filter(|other| other.role == self.role);
        let other: Vec<_> = other.map_or_else(Vec::new, |other| other.privileges().collect());
        self.privileges().filter(move |(privilege, option)| {
            let has = |(of, with): &(&str, bool)| of == privilege && (*with || !option);
            !other.iter().any(has)
        })
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
            merged["app"].grants("s", None),
            [
                r#"GRANT CREATE ON SCHEMA "s" TO "App""#,
                r#"GRANT USAGE ON SCHEMA "s" TO "App" WITH GRANT OPTION"#,
            ]
        );
        assert_eq!(
            merged[""].grants("s", None),
            [r#"GRANT USAGE ON SCHEMA "s" TO PUBLIC"#]
        );
    }

    #[test]
    fn a_grant_option_is_all_that_is_revoked_of_its_privilege() {
        let both = policy("r", [true, true, true, false]);
        assert_eq!(
            both.revokes("s", None),
            [
                r#"REVOKE GRANT OPTION FOR CREATE ON SCHEMA "s" FROM "r""#,
                r#"REVOKE USAGE ON SCHEMA "s" FROM "r""#,
            ]
        );
        assert!(policy("r", [false; 4]).grants("s", None).is_empty());
    }

    #[test]
    fn only_the_difference_is_granted_and_revoked() {
        let change = |from: [bool; 4], to: [bool; 4]| {
            let (from, to) = (policy("r", from), policy("r", to));
            [from.revokes("s", Some(&to)), to.grants("s", Some(&from))].concat()
        };
        let (plain, option) = ([true, false, true, false], [true, true, true, false]);
        assert!(change(plain, plain).is_empty() && change(option, option).is_empty());
        let grant = r#"GRANT CREATE ON SCHEMA "s" TO "r" WITH GRANT OPTION"#;
        assert_eq!(change(plain, option), [grant]);
        let revoke = r#"REVOKE GRANT OPTION FOR CREATE ON SCHEMA "s" FROM "r""#;
        assert_eq!(change(option, plain), [revoke]);
        let usage = [false, false, true, false];
        assert_eq!(
            change(plain, usage),
            [r#"REVOKE CREATE ON SCHEMA "s" FROM "r""#]
        );
        assert_eq!(
            change(usage, plain),
            [r#"GRANT CREATE ON SCHEMA "s" TO "r""#]
        );
        // It does not apply to other roles.
        let (one, other) = (policy("r", plain), policy("R", plain));
        assert_eq!(one.revokes("s", Some(&other)).len(), 2);
        assert_eq!(other.grants("s", Some(&one)).len(), 2);
    }
}
