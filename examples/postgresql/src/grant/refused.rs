//! A `GRANT` or `REVOKE` without effect, of which the server only warned.

use std::collections::{BTreeMap, BTreeSet};

use schema_provider::prelude::*;
use tokio_postgres::error::DbError;

use super::Grant;
use super::objects::{Held, Object};
use crate::server::Server;

/// What was refused, for one diagnostic.
pub(super) struct Refused<'g> {
    grant: &'g Grant,
    user: &'g str,
    warnings: Vec<DbError>,
    /// The privileges that the role did not get, by object and its owner.
    not_granted: Vec<(String, String, BTreeSet<String>)>,
    /// The privileges that the role still has, by object and grantor.
    not_revoked: BTreeMap<(String, String), BTreeSet<String>>,
}

impl<'g> Refused<'g> {
    pub(super) fn new(grant: &'g Grant, server: &'g Server, warnings: Vec<DbError>) -> Self {
        Refused {
            grant,
            user: server.user(),
            warnings,
            not_granted: Vec::new(),
            not_revoked: BTreeMap::new(),
        }
    }

    pub(super) fn not_granted(&mut self, objects: &[Object], key: &str, lacks: &BTreeSet<String>) {
        if let Some(object) = objects.iter().find(|object| object.key == key) {
            let named = self.named(object);
            self.not_granted
                .push((named, object.owner.clone(), lacks.clone()));
        }
    }

    pub(super) fn not_revoked(
        &mut self,
        object: &Object,
        privilege: &str,
        held: &Held,
        option_only: bool,
    ) {
        let what = match option_only {
            true => format!("{privilege} WITH GRANT OPTION"),
            false => privilege.to_owned(),
        };
        for grantor in &held.grantors {
            let place = (self.named(object), grantor.clone());
            self.not_revoked
                .entry(place)
                .or_default()
                .insert(what.clone());
        }
    }

    /// An error if anything was refused.
    pub(super) fn check(self) -> Result {
        let mut found = Diagnostics::new();
        let role = &self.grant.role;
        let said = match self.warnings.first() {
            None => String::new(),
            Some(warning) => format!(
                " The server warned: {} (SQLSTATE {}).",
                warning.message(),
                warning.code().code()
            ),
        };
        if let Some((object, owner, lacks)) = self.not_granted.first() {
            let option = match self.grant.with_grant_option {
                true => " WITH GRANT OPTION",
                false => "",
            };
            let more = more(self.not_granted.len());
            found.push(
                Diagnostic::error(format!(
                    "The server did not grant {}{option} on {object} to {role:?}{more}",
                    list(lacks)
                ))
                .with_detail(format!(
                    "The provider's user {:?} may not grant it, and nothing was changed.{said} Make the user a member of the \
                     owner {owner:?}, let it grant that role (ADMIN OPTION), or give it the privileges WITH GRANT OPTION.",
                    self.user
                ))
                .at(Grant::PRIVILEGES.path()),
            );
        }
        if let Some(((object, grantor), kept)) = self.not_revoked.first_key_value() {
            let more = more(self.not_revoked.len());
            found.push(
                Diagnostic::error(format!(
                    "{role:?} still has {} on {object}, granted by {grantor:?}{more}",
                    list(kept)
                ))
                .with_detail(format!(
                    "REVOKE takes away what the owner granted, or the user itself, and nothing was changed.{said} Revoke the \
                     privilege as {grantor:?}, or let the provider's user {:?} be a member of {grantor:?} where that is the owner.",
                    self.user
                ))
                .at(Grant::PRIVILEGES.path()),
            );
        }
        match found.has_errors() {
            true => Err(found),
            false => Ok(()),
        }
    }

    fn named(&self, object: &Object) -> String {
        let keyword = self.grant.object_type.as_str().replace('_', " ");
        match object.whole.as_str() {
            "" => format!("{keyword} {}", object.sql),
            whole => format!("{keyword} {} of {whole}", object.sql),
        }
    }
}

fn list(privileges: &BTreeSet<String>) -> String {
    let list: Vec<&str> = privileges.iter().map(String::as_str).collect();
    list.join(", ")
}

fn more(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        _ => format!(", and {} others", count - 1),
    }
}
