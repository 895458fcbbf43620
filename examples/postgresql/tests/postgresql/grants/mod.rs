//! `postgresql_grant`.

mod drift;
mod effect;
mod in_place;
mod names;
mod other_types;
mod refused;
mod tables;

use super::database_with_roles::DatabaseWithRoles;

const G: &str = "postgresql_grant.g";

/// A grant to the role `r` in its database.
fn grant(db: &DatabaseWithRoles, body: &str) -> String {
    db.fill(&format!(
        "resource \"postgresql_grant\" \"g\" {{\n  role = \"{{w}}_r\"\n  database = \"{{w}}\"\n{body}\n}}\n"
    ))
}

/// What the role `r` has on objects of a catalog.
fn acl(catalog: &str, name: &str, acl: &str, which: &str) -> String {
    format!(
        "SELECT string_agg({name}::text || ':' || privilege_type || CASE WHEN is_grantable THEN '*' ELSE '' END, ' ' \
         ORDER BY {name}::text, privilege_type) FROM {catalog}, aclexplode({acl}) \
         WHERE pg_get_userbyid(grantee) = '{{w}}_r' {which}"
    )
}

fn tables() -> String {
    acl("pg_class", "relname", "relacl", "AND relkind <> 'S'")
}

const TABLES: &str = "CREATE ROLE {w}_r; CREATE SCHEMA s; CREATE TABLE s.t1 (a int, b int, c int); \
    CREATE TABLE s.t2 (a int); CREATE VIEW s.v AS SELECT 1 AS one;";
