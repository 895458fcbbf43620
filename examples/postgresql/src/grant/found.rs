//! Reads a grant from the server.

use std::collections::BTreeSet;

use super::Grant;
use super::objects::Object;
use crate::catalog;
use crate::object_type::{ObjectType, same, single};
use crate::server::{Result, Server, Version};

/// A grant on the server.
pub(super) struct Found {
    pub(super) privileges: BTreeSet<String>,
    pub(super) columns: BTreeSet<String>,
    pub(super) with_grant_option: bool,
}

impl Grant {
    /// Reads it from the server; `None` if its object or its role no longer exists.
    pub(super) async fn find(&self, server: &Server) -> Result<Option<Found>> {
        let database = self.change(server).database;
        let Some(connection) = server.connect_existing(database).await? else {
            return Ok(None);
        };
        let transaction = connection.reading().await?;
        let version = server.version(&transaction).await?;
        if catalog::grantee(&transaction, &self.role).await?.is_none() {
            return Ok(None);
        }
        if self.object_type.needs_schema()
            && catalog::schema(&transaction, &self.schema).await?.is_none()
        {
            return Ok(None);
        }
        let objects = self.objects(&transaction).await?;
        if self.object_type == ObjectType::Database && objects.is_empty() {
            return Ok(None);
        }
        let mut found = Found {
            privileges: self.privileges.clone(),
            columns: self.columns.clone(),
            with_grant_option: self.grant_option(&objects, version),
        };
        match self.object_type {
            ObjectType::Column if self.privileges.is_empty() => {}
            ObjectType::Column => {
                let needed = single(&self.privileges, self.object_type, version);
                let has = |object: &&Object| needed.iter().all(|one| object.held.contains_key(one));
                let granted = objects.iter().filter(has);
                found.columns = granted.map(|object| object.name.clone()).collect();
            }
            _ => {
                // The first one that differs decides.
                let different = objects.iter().map(Object::privileges).find(|privileges| {
                    !same(&self.privileges, privileges, self.object_type, version)
                });
                if let Some(privileges) = different {
                    found.privileges = privileges;
                }
            }
        }
        Ok(Some(found))
    }

    /// Whether the role may grant the privileges to others. If they differ in that, the opposite of
    /// what the state says.
    fn grant_option(&self, objects: &[Object], version: Version) -> bool {
        let wanted = single(&self.privileges, self.object_type, version);
        // An owner always has the privilege.
        let others = objects.iter().filter(|object| !object.is_owned);
        let held = others.flat_map(|object| object.held.iter());
        let mut of_grant = held.filter(|(privilege, _)| wanted.contains(*privilege));
        let differs = of_grant.any(|(_, held)| held.is_grantable != self.with_grant_option);
        self.with_grant_option != differs
    }
}
