//! The import of default privileges: the id names the roles and objects, and the server has the
//! privileges.

use std::collections::BTreeSet;

use schema_provider::prelude::*;

use crate::DefaultPrivileges;
use crate::catalog;
use crate::import_id::{parts, wrong};
use crate::object_type::ObjectType;
use crate::server::Server;

/// Stores the parts of the id and the privileges on the server.
pub(crate) async fn import(
    server: &Server,
    id: &str,
    data: &mut ResourceData<DefaultPrivileges>,
) -> Result {
    let what = "default privileges";
    let [role, database, schema, owner, object_type] = parts(id, '/', &[2], what, FORMAT)?;
    // The type's letters in `pg_default_acl` and in `acldefault`.
    let kinds = match object_type.as_str() {
        "table" => Some(("r", "r")),
        "sequence" => Some(("S", "s")),
        "function" | "routine" => Some(("f", "f")),
        "type" => Some(("T", "T")),
        "schema" => Some(("n", "n")),
        _ => None,
    };
    let (Some((kind, of_acl)), Some(object_type)) = (kinds, ObjectType::from_name(&object_type))
    else {
        let types = "table, sequence, function, routine, type or schema";
        return Err(wrong(
            id,
            &format!("Its last part must be {types}: {FORMAT}."),
        ));
    };
    let connection = server.connect(&database).await?;
    let grantee = catalog::grantee(&connection, &role).await?;
    let of_owner = catalog::role(&connection, &owner).await?;
    // 0 means all schemas.
    let of_schema = match schema.as_str() {
        "" => Some(0),
        schema => catalog::schema(&connection, schema).await?,
    };
    let missing = |what: &str, name: &str| {
        Diagnostic::error(format!("the {what} {name:?} does not exist")).with_detail(
            "Default privileges can be imported only where all that the id names exists.",
        )
    };
    let (Some(grantee), Some(of_owner), Some(of_schema)) = (grantee, of_owner, of_schema) else {
        return Err(match (grantee, of_owner) {
            (None, _) => missing("role", &role),
            (_, None) => missing("owner", &owner),
            _ => missing("schema", &schema),
        }
        .into());
    };
    // Without an entry for all schemas, the built-in privileges apply.
    let query = format!(
        "SELECT entry.privilege_type, entry.is_grantable FROM pg_catalog.aclexplode(coalesce(
            (SELECT defaclacl FROM pg_catalog.pg_default_acl
                WHERE defaclobjtype = '{kind}' AND defaclnamespace = $1 AND defaclrole = $2),
            CASE WHEN $1 = 0 THEN pg_catalog.acldefault('{of_acl}', $2) END)) entry
        WHERE entry.grantee = $3"
    );
    let rows = connection
        .query(&query, &[&of_schema, &of_owner, &grantee])
        .await?;
    let mut privileges = BTreeSet::new();
    let mut has_option = true;
    for row in &rows {
        privileges.insert(connection.value::<String>(row, 0)?);
        has_option &= connection.value::<bool>(row, 1)?;
    }
    if privileges.is_empty() {
        return Err(
            Diagnostic::error(format!("the role {role:?} has no default privileges there"))
                .with_detail(format!(
                    "There is nothing to import for {id:?}. Write the resource and apply it: it grants the privileges."
                ))
                .into(),
        );
    }
    data.set(DefaultPrivileges::ROLE, role);
    data.set(DefaultPrivileges::DATABASE, database);
    data.set(DefaultPrivileges::SCHEMA, schema);
    data.set(DefaultPrivileges::OWNER, owner);
    data.set(DefaultPrivileges::OBJECT_TYPE, object_type);
    data.set(DefaultPrivileges::PRIVILEGES, privileges);
    data.set(DefaultPrivileges::WITH_GRANT_OPTION, has_option);
    Ok(())
}

const FORMAT: &str =
    "<role>/<database>/<schema>/<owner>/<object_type>, where an empty schema is all schemas";
