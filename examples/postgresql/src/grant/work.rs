//! One transaction of a grant: it revokes, grants, and then asks the server for the result.

use std::collections::{BTreeMap, BTreeSet};

use super::Grant;
use super::objects::Object;
use super::refused::Refused;
use crate::catalog;
use crate::change::Failure;
use crate::object_type::{ALL, ObjectType, canonical, single};
use crate::server::{Membership, Server, Transaction, Version};
use crate::sql::ident;

/// What to revoke on one object.
struct Revocation {
    object: Object,
    privileges: BTreeSet<String>,
    /// Only the option to grant the privileges to others.
    option_only: bool,
}

impl Grant {
    /// Creates a grant, or changes an existing one, in a transaction that is not committed yet.
    ///
    /// It revokes the privileges that the grant no longer has, on objects that stay, and all of its
    /// privileges on objects that leave. It grants what is missing. Privileges that stay are not
    /// touched, so that what the role granted to others with them stays too.
    pub(super) async fn make(
        &self,
        server: &Server,
        old: Option<&Grant>,
    ) -> Result<Transaction, Failure> {
        let (transaction, _) = self.change(server).begin(server).await?;
        let version = server.version(&transaction).await?;
        let present = self.objects(&transaction).await?;
        let mut revocations = Vec::new();
        if let Some(old) =
            old.filter(|old| old.objects != self.objects || old.columns != self.columns)
        {
            let stays = |object: &Object| present.iter().any(|other| other.key == object.key);
            let there = old.objects(&transaction).await?;
            revocations
                .extend(old.revocations(there.into_iter().filter(|one| !stays(one)), version));
        }
        for object in &present {
            revocations.extend(self.extras(object, old, version));
        }
        let missing = self.missing(&present, version);
        let wanted = match old {
            // A missing object is an error of this statement.
            None => self.canonical_privileges(),
            Some(_) if !self.are_found(&present) => self.canonical_privileges(),
            Some(_) => match missing.is_empty() || !self.canonical_privileges().contains(ALL) {
                true => missing.into_values().flatten().collect(),
                false => self.canonical_privileges(),
            },
        };
        let grant = self.grant(&wanted, &present)?;
        let owners = present
            .iter()
            .chain(revocations.iter().map(|one| &one.object));
        let owners = self.owners(&transaction, owners).await?;
        let membership = Membership::take_possible(&transaction, server, &owners).await?;
        transaction.take_warnings();
        let done = async {
            self.take_away(&transaction, &revocations).await?;
            match &grant {
                Some(grant) => Ok(transaction.execute(grant).await?),
                None => Ok(()),
            }
        };
        done.await
            .map_err(|failure| explained(failure, &membership))?;
        let now = self.objects(&transaction).await?;
        let mut refused = Refused::new(self, server, transaction.take_warnings());
        for (object, privileges) in self.missing(&now, version) {
            refused.not_granted(&now, &object, &privileges);
        }
        self.check_revoked(&transaction, &now, old, &revocations, &mut refused)
            .await?;
        refused.check()?;
        membership.give_back(&transaction).await?;
        Ok(transaction)
    }

    /// Revokes the privileges of a grant, in a transaction that is not committed yet.
    pub(super) async fn unmake(&self, server: &Server) -> Result<Transaction, Failure> {
        let (transaction, _) = self.change(server).begin(server).await?;
        let version = server.version(&transaction).await?;
        let there = self.objects(&transaction).await?;
        let revocations: Vec<Revocation> = self.revocations(there.into_iter(), version).collect();
        if revocations.is_empty() {
            return Ok(transaction);
        }
        let objects = revocations.iter().map(|one| &one.object);
        let owners = self.owners(&transaction, objects).await?;
        let membership = Membership::take_possible(&transaction, server, &owners).await?;
        transaction.take_warnings();
        let done = self.take_away(&transaction, &revocations).await;
        done.map_err(|failure| explained(failure, &membership))?;
        let now = self.objects(&transaction).await?;
        let mut refused = Refused::new(self, server, transaction.take_warnings());
        self.check_revoked(&transaction, &now, None, &revocations, &mut refused)
            .await?;
        refused.check()?;
        membership.give_back(&transaction).await?;
        Ok(transaction)
    }

    fn canonical_privileges(&self) -> BTreeSet<String> {
        self.privileges.iter().map(|one| canonical(one)).collect()
    }

    /// What the role has of this grant on these objects, to be revoked.
    fn revocations(
        &self,
        objects: impl Iterator<Item = Object>,
        version: Version,
    ) -> impl Iterator<Item = Revocation> {
        let all = self.canonical_privileges().contains(ALL);
        let single = single(&self.privileges, self.object_type, version);
        let of_columns = self.object_type == ObjectType::Column;
        objects.filter_map(move |object| {
            // `ALL` includes privileges of newer servers; those on a column may belong to several
            // grants.
            let mut privileges = object.privileges();
            privileges.retain(|one| (all && !of_columns) || single.contains(one));
            (!privileges.is_empty()).then_some(Revocation {
                object,
                privileges,
                option_only: false,
            })
        })
    }

    /// What the role has on an object of the grant and must not have.
    fn extras(&self, object: &Object, old: Option<&Grant>, version: Version) -> Vec<Revocation> {
        let wanted = single(&self.privileges, self.object_type, version);
        let all = self.canonical_privileges().contains(ALL);
        let was_there = old.is_some_and(|old| {
            old.objects.is_empty() || old.objects == self.objects || old.contains(object)
        });
        let mut privileges = object.privileges();
        privileges.retain(|one| match self.object_type {
            // Other grants may be on the same columns.
            ObjectType::Column => old.is_some_and(|old| {
                old.objects == self.objects
                    && old.columns.contains(&object.name)
                    && single(&old.privileges, old.object_type, version).contains(one)
                    && !wanted.contains(one)
            }),
            // What the role had before on a named object is left for the next plan to show.
            _ if self.is_of_single_objects() && !was_there => wanted.is_empty(),
            _ => !all && !wanted.contains(one),
        });
        let held = |one: &String| object.held.get(one).is_some_and(|held| held.is_grantable);
        let mut options = object.privileges();
        options.retain(|one| {
            let is_wanted = wanted.contains(one) || (all && self.object_type != ObjectType::Column);
            !self.with_grant_option && !object.is_owned && is_wanted && held(one)
        });
        let revocation = |privileges: BTreeSet<String>, option_only| {
            (!privileges.is_empty()).then(|| Revocation {
                object: object.clone(),
                privileges,
                option_only,
            })
        };
        [revocation(privileges, false), revocation(options, true)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Whether an object is named.
    fn contains(&self, object: &Object) -> bool {
        self.objects.iter().any(|text| match text.find('(') {
            Some(start) if self.object_type.has_arguments() => text[..start] == object.name,
            _ => *text == object.name,
        })
    }

    /// Whether the server has all named objects.
    fn are_found(&self, present: &[Object]) -> bool {
        match self.object_type {
            ObjectType::Column => present.len() == self.columns.len(),
            _ if !self.is_of_single_objects() => true,
            _ if self.object_type.has_arguments() => false,
            _ => present.len() == self.objects.len(),
        }
    }

    /// The privileges of the grant that the role lacks, by object.
    fn missing(&self, objects: &[Object], version: Version) -> BTreeMap<String, BTreeSet<String>> {
        let wanted = single(&self.privileges, self.object_type, version);
        let missing = objects.iter().map(|object| {
            let is_there = |one: &&String| {
                let held = object.held.get(*one);
                held.is_some_and(|held| {
                    held.is_grantable || object.is_owned || !self.with_grant_option
                })
            };
            let missing = wanted.iter().filter(|one| !is_there(one)).cloned();
            (object.key.clone(), missing.collect::<BTreeSet<String>>())
        });
        missing.filter(|(_, missing)| !missing.is_empty()).collect()
    }

    /// The owners of these objects, and of their schema, without whose privileges nobody can name
    /// the objects.
    async fn owners<'o>(
        &self,
        transaction: &Transaction,
        objects: impl Iterator<Item = &'o Object>,
    ) -> Result<Vec<String>, Failure> {
        let mut owners: BTreeSet<String> = objects.map(|object| object.owner.clone()).collect();
        if self.object_type.needs_schema() {
            owners.extend(catalog::owner_of_schema(transaction, &self.schema).await?);
        }
        if owners.remove(catalog::DATABASE_OWNER) {
            owners.insert(catalog::owner_of_database(transaction).await?);
        }
        Ok(owners.into_iter().collect())
    }

    /// Revokes, in one statement for all objects with the same revocation, or for the columns of
    /// one table.
    async fn take_away(
        &self,
        transaction: &Transaction,
        revocations: &[Revocation],
    ) -> Result<(), Failure> {
        let mut groups: BTreeMap<_, Vec<&Revocation>> = BTreeMap::new();
        for revocation in revocations {
            let group = (revocation.option_only, &revocation.object.whole);
            groups.entry(group).or_default().push(revocation);
        }
        for ((option_only, _), group) in groups {
            let privileges = group
                .iter()
                .flat_map(|one| one.privileges.clone())
                .collect();
            let objects: Vec<&Object> = group.iter().map(|one| &one.object).collect();
            let columns = match self.object_type {
                ObjectType::Table => self.on_columns(transaction, &objects).await?,
                _ => BTreeSet::new(),
            };
            let revoke = self.revoke(&privileges, &objects, option_only)?;
            transaction.execute(&revoke).await?;
            if columns.is_empty() {
                continue;
            }
            // A privilege on a table is revoked together with that on its columns, which is another
            // grant's.
            let left = self.on_columns(transaction, &objects).await?;
            for (table, column, privilege, option) in columns.difference(&left) {
                let grant = format!(
                    "GRANT {privilege} ({}) ON TABLE {table} TO {}{option}",
                    ident(column),
                    ident(&self.role)
                );
                transaction.execute(&grant).await?;
            }
        }
        Ok(())
    }

    /// What the role has on columns of these tables: table, column, privilege, and whether it may
    /// grant that to others.
    async fn on_columns(
        &self,
        transaction: &Transaction,
        tables: &[&Object],
    ) -> Result<BTreeSet<(String, String, String, &'static str)>, Failure> {
        let keys: Vec<&str> = tables.iter().map(|table| &*table.key).collect();
        let grantee = catalog::grantee(transaction, &self.role).await?;
        let rows = transaction
            .query(
                "SELECT a.attrelid::text, a.attname::text, e.privilege_type, e.is_grantable
                FROM pg_catalog.pg_attribute a, pg_catalog.aclexplode(a.attacl) e
                WHERE e.grantee = $1 AND a.attrelid::text = ANY ($2) AND a.attnum > 0 AND NOT a.attisdropped",
                &[&grantee, &keys],
            )
            .await?;
        let found = rows.iter().filter_map(|row| {
            let key: String = row.get(0);
            let table = tables.iter().find(|table| table.key == key)?;
            let option = match row.get(3) {
                true => " WITH GRANT OPTION",
                false => "",
            };
            Some((table.sql.clone(), row.get(1), row.get(2), option))
        });
        Ok(found.collect())
    }

    /// Finds privileges that were revoked but still exist: another role granted them.
    async fn check_revoked(
        &self,
        transaction: &Transaction,
        now: &[Object],
        old: Option<&Grant>,
        revocations: &[Revocation],
        refused: &mut Refused<'_>,
    ) -> Result<(), Failure> {
        let left = match old {
            Some(old) => old.objects(transaction).await?,
            None => Vec::new(),
        };
        for revocation in revocations {
            let is_it = |object: &&Object| object.key == revocation.object.key;
            let Some(object) = now.iter().chain(&left).find(is_it) else {
                continue;
            };
            for privilege in &revocation.privileges {
                if let Some(held) = object.held.get(privilege)
                    && (held.is_grantable || !revocation.option_only)
                {
                    refused.not_revoked(object, privilege, held, revocation.option_only);
                }
            }
        }
        Ok(())
    }
}

fn explained(failure: Failure, membership: &Membership) -> Failure {
    match failure {
        Failure::OfServer(error) => Failure::OfServer(membership.explain(error)),
        other => other,
    }
}
