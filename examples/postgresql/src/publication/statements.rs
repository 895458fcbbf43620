//! The statements of a publication.

use std::collections::{BTreeMap, BTreeSet};

use super::Publication;
use super::found::Table;
use crate::qualified::Qualified;
use crate::sql::{ident, literal};

impl Publication {
    /// Creates it, and assigns its owner.
    pub(super) fn create(&self) -> Vec<String> {
        let name = ident(&self.name);
        let mut create = format!("CREATE PUBLICATION {name}");
        if self.all_tables == Some(true) {
            create.push_str(" FOR ALL TABLES");
        } else if !self.tables.is_empty() {
            let tables = self.tables.iter().map(|text| Qualified::read(text).sql());
            let tables: Vec<String> = tables.collect();
            create.push_str(&format!(" FOR TABLE {}", tables.join(", ")));
        }
        let mut parameters = Vec::new();
        if !self.publish_param.is_empty() {
            parameters.push(self.publish());
        }
        if self.publish_via_partition_root_param {
            parameters.push(self.via_root());
        }
        if !parameters.is_empty() {
            create.push_str(&format!(" WITH ({})", parameters.join(", ")));
        }
        let mut statements = vec![create];
        if !self.owner().is_empty() {
            let owner = ident(self.owner());
            statements.push(format!("ALTER PUBLICATION {name} OWNER TO {owner}"));
        }
        statements
    }

    /// The statements that it publishes.
    pub(super) fn publish(&self) -> String {
        format!("publish = {}", literal(&self.publish_param.join(", ")))
    }

    /// Whether it publishes changes of partitions as those of their table.
    pub(super) fn via_root(&self) -> String {
        let via_root = self.publish_via_partition_root_param;
        format!("publish_via_partition_root = {via_root}")
    }
}

/// Adds the missing tables and drops the others. Tables that stay keep their row filters and
/// columns. `wanted` has the server's table for each name.
pub(super) fn change_tables(
    publication: &str,
    now: &BTreeSet<Table>,
    wanted: &BTreeMap<String, Option<Table>>,
) -> Vec<String> {
    let mut statements = Vec::new();
    let missing: Vec<&str> = wanted
        .iter()
        .filter(|(_, table)| table.as_ref().is_none_or(|table| !now.contains(table)))
        .map(|(name, _)| name.as_str())
        .collect();
    if !missing.is_empty() {
        statements.push(format!("{publication} ADD TABLE {}", missing.join(", ")));
    }
    let kept: BTreeSet<&Table> = wanted.values().flatten().collect();
    let unwanted: Vec<String> = now
        .iter()
        .filter(|table| !kept.contains(table))
        .map(|(schema, name)| format!("{}.{}", ident(schema), ident(name)))
        .collect();
    if !unwanted.is_empty() {
        statements.push(format!("{publication} DROP TABLE {}", unwanted.join(", ")));
    }
    statements
}
