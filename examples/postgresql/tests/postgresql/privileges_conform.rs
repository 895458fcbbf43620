//! The conformance kit finds nothing in schemas, grants, memberships and default privileges.

use std::collections::BTreeSet;

use schema_provider::prelude::ResourceData;
use schema_provider::testing::conformance::{Class, Conformance, Example};
use terraform_provider_postgresql::{
    DatabaseSchema, DefaultPrivileges, Grant, GrantRole, ObjectType, Postgresql,
};

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster::{self, PASSWORD};

/// The import id of a grant.
fn import_id(data: &ResourceData<Grant>) -> String {
    let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(",");
    let mut parts = vec![
        data.get(Grant::ROLE),
        data.get(Grant::DATABASE),
        data.get(Grant::SCHEMA),
    ];
    parts.push(
        data.require(Grant::OBJECT_TYPE)
            .expect("a type")
            .to_string(),
    );
    parts.push(list(data.get(Grant::OBJECTS)));
    let columns = data.get(Grant::COLUMNS);
    if !columns.is_empty() {
        parts.push(list(columns));
    }
    parts.join("/")
}

#[test]
fn schemas_and_privileges_conform() {
    let setup = "CREATE ROLE {w}_r; CREATE ROLE {w}_r2; CREATE ROLE {w}_o; CREATE ROLE {w}_o2; CREATE SCHEMA s; \
        CREATE SCHEMA s2; CREATE TABLE s.t (a int, b int); CREATE TABLE s.u (a int, b int); CREATE TABLE s2.t (a int, b int); \
        CREATE SEQUENCE s.t_q;";
    let Some(db) = DatabaseWithRoles::new("kit_privileges", setup) else {
        return;
    };
    db.begin();
    let cluster = cluster::shared().expect("a cluster");
    // Another database with the same objects.
    let other = db.fill("{w}_2");
    cluster.sql("postgres", &format!("DROP DATABASE IF EXISTS {other}"));
    cluster.sql("postgres", &db.fill("CREATE DATABASE {w}_2 TEMPLATE {w}"));
    let settings = format!(
        "host = \"127.0.0.1\"\nport = {}\nusername = \"postgres\"\npassword = \"{PASSWORD}\"\nsslmode = \"disable\"\n\
         database = \"{}\"",
        cluster.port,
        db.name()
    );
    let hcl = |text: &str| db.fill(text);
    let applied = "what goes together is looked at when it is applied, as in the provider in Go";
    let says = "it says what the provider does, and the server knows nothing of it";
    let since_16 = "memberships have it since PostgreSQL 16";
    let set = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<BTreeSet<String>>()
    };
    let allowed = |example: Example<Grant>| {
        example
            .import_id(import_id)
            .allow(
                Class::ImportDifference,
                Grant::PRIVILEGES,
                "an import names each privilege, also where ALL was configured",
            )
            .allow_whole(
                Class::DeleteLeavesIt,
                "a grant without privileges is one too: nothing else says that it is gone",
            )
            .allow(Class::OperationFails, Grant::SCHEMA, applied)
            .allow(
                Class::ReadNeverSets,
                Grant::OBJECT_TYPE,
                "it is what read looks for",
            )
    };
    let tables = Example::<Grant>::hcl(hcl(
        "role = \"{w}_r\"\ndatabase = \"{w}\"\nschema = \"s\"\nobject_type = \"table\"\nobjects = [\"t\"]\n\
         privileges = [\"SELECT\", \"INSERT\"]\nwith_grant_option = true",
    ))
    .alternative(Grant::ROLE, hcl("{w}_r2"))
    .alternative(Grant::DATABASE, &*other)
    .alternative(Grant::SCHEMA, "s2")
    .alternative(Grant::OBJECTS, set(&["u"]))
    .alternative(Grant::PRIVILEGES, set(&["DELETE"]))
    .drift("revoked by hand", {
        let db = db.clone();
        move |_| drop(db.sql("REVOKE SELECT ON s.t FROM {w}_r"))
    });
    let tables = allowed(tables).allow(
        Class::DriftNotSeen,
        Grant::OBJECTS,
        "what is on other objects is none of its business: it is the privileges on these that are gone",
    );
    let all_tables = allowed(
        Example::<Grant>::hcl(hcl(
            "role = \"{w}_r\"\ndatabase = \"{w}\"\nschema = \"s\"\nobject_type = \"table\"\nprivileges = [\"ALL\"]",
        ))
        .alternative(Grant::ROLE, hcl("{w}_r2"))
        .alternative(Grant::DATABASE, &*other)
        .alternative(Grant::SCHEMA, "s2")
        .alternative(Grant::OBJECT_TYPE, ObjectType::Sequence)
        .alternative(Grant::OBJECTS, set(&["u"]))
        .alternative(Grant::PRIVILEGES, set(&["SELECT"])),
    );
    let columns = allowed(
        Example::<Grant>::hcl(hcl(
            "role = \"{w}_r\"\ndatabase = \"{w}\"\nschema = \"s\"\nobject_type = \"column\"\nobjects = [\"t\"]\n\
             columns = [\"a\"]\nprivileges = [\"UPDATE\"]",
        ))
        .alternative(Grant::ROLE, hcl("{w}_r2"))
        .alternative(Grant::DATABASE, &*other)
        .alternative(Grant::SCHEMA, "s2")
        .alternative(Grant::OBJECTS, set(&["u"]))
        .alternative(Grant::COLUMNS, set(&["b"]))
        .alternative(Grant::PRIVILEGES, set(&["SELECT"]))
        .allow(Class::OperationFails, Grant::OBJECTS, applied)
        .allow(Class::OperationFails, Grant::COLUMNS, applied)
        .allow(
            Class::ReadNeverSets,
            Grant::PRIVILEGES,
            "the columns that have it are what read looks for",
        )
        .allow(
            Class::DriftNotSeen,
            Grant::PRIVILEGES,
            "other privileges on columns are other grants: it is the columns that are gone",
        ),
    );
    let defaults = Example::<DefaultPrivileges>::hcl(hcl(
        "role = \"{w}_r\"\ndatabase = \"{w}\"\nowner = \"{w}_o\"\nschema = \"s\"\nobject_type = \"table\"\n\
         privileges = [\"SELECT\"]\nwith_grant_option = true",
    ))
    .alternative(DefaultPrivileges::ROLE, hcl("{w}_r2"))
    .alternative(DefaultPrivileges::DATABASE, &*other)
    .alternative(DefaultPrivileges::OWNER, hcl("{w}_o2"))
    .alternative(DefaultPrivileges::SCHEMA, "s2")
    .alternative(DefaultPrivileges::OBJECT_TYPE, ObjectType::Sequence)
    .alternative(DefaultPrivileges::PRIVILEGES, set(&["ALL"]))
    .import_id(|data| {
        let [role, database, schema, owner] = [
            data.get(DefaultPrivileges::ROLE),
            data.get(DefaultPrivileges::DATABASE),
            data.get(DefaultPrivileges::SCHEMA),
            data.get(DefaultPrivileges::OWNER),
        ];
        format!("{role}/{database}/{schema}/{owner}/table")
    })
    .drift("revoked by hand", {
        let db = db.clone();
        move |_| {
            drop(db.sql("ALTER DEFAULT PRIVILEGES FOR ROLE {w}_o IN SCHEMA s REVOKE ALL ON TABLES FROM {w}_r"));
        }
    });
    let member = Example::<GrantRole>::hcl(hcl(
        "role = \"{w}_r\"\ngrant_role = \"{w}_o\"\nwith_admin_option = true",
    ))
    .alternative(GrantRole::ROLE, hcl("{w}_r2"))
    .alternative(GrantRole::GRANT_ROLE, hcl("{w}_o2"))
    .import_id(|data| {
        format!(
            "{}/{}",
            data.get(GrantRole::ROLE),
            data.get(GrantRole::GRANT_ROLE)
        )
    })
    .allow(Class::NeverSet, GrantRole::WITH_INHERIT_OPTION, since_16)
    .allow(Class::NeverSet, GrantRole::WITH_SET_OPTION, since_16)
    .drift("revoked by hand", {
        let db = db.clone();
        move |_| drop(db.sql("REVOKE {w}_o FROM {w}_r"))
    });
    let schema = Example::<DatabaseSchema>::hcl(hcl(
        "name = \"kit\"\ndatabase = \"{w}\"\nowner = \"{w}_o\"\ndrop_cascade = true\nif_not_exists = true\npolicy {\n  \
         role = \"{w}_r\"\n  usage = true\n}",
    ))
    .alternative(DatabaseSchema::DATABASE, &*other)
    .alternative(DatabaseSchema::OWNER, hcl("{w}_o2"))
    .allow(Class::ReadNeverSets, DatabaseSchema::POLICY, "policies are never read, as in the provider in Go")
    .allow(Class::DriftNotSeen, DatabaseSchema::DROP_CASCADE, says)
    .allow(Class::ImportDifference, DatabaseSchema::DROP_CASCADE, says)
    .allow(Class::DriftNotSeen, DatabaseSchema::IF_NOT_EXISTS, says)
    .drift("dropped by hand", {
        let db = db.clone();
        move |_| drop(db.sql("DROP SCHEMA kit"))
    });
    let report = Conformance::new::<Postgresql>()
        .settings(settings)
        .example(tables)
        .example(all_tables)
        .example(columns)
        .example(defaults)
        .example(member)
        .example(schema)
        .run();
    println!("{report}");
    report.assert_clean();
    cluster.sql("postgres", &db.fill("DROP DATABASE {w}_2"));
}
