//! The resources in state of the Go provider; grants are in [`privileges`](super::privileges).

use serde_json::{Value as Json, json};

use super::{Case, Unset, case};

/// One or more of each kind.
pub(super) fn cases(how: Unset) -> Vec<Case> {
    let (unset, read) = (|value| how.unset(value), |value| how.read(value));
    let argument = |name: Json, of: &str, mode: &str| json!({"name": name, "type": of, "mode": mode, "default": unset(json!(""))});
    vec![
        case(
            "postgresql_role",
            "role",
            json!({"name": "{w}_role", "login": true, "password": "secret"}),
            json!({
                "id": "{w}_role", "name": "{w}_role", "login": true, "password": "secret",
                "password_wo_version": unset(json!("")), "encrypted": unset(json!("")),
                "encrypted_password": unset(json!(true)), "roles": unset(json!([])), "search_path": unset(json!([])),
                "valid_until": unset(json!("infinity")), "connection_limit": unset(json!(-1)),
                "superuser": unset(json!(false)), "create_database": unset(json!(false)),
                "create_role": unset(json!(false)), "replication": unset(json!(false)),
                "bypass_row_level_security": unset(json!(false)), "inherit": unset(json!(true)),
                "idle_in_transaction_session_timeout": unset(json!(0)), "statement_timeout": unset(json!(0)),
                "assume_role": unset(json!("")), "skip_drop_role": unset(json!(false)),
                "skip_reassign_owned": unset(json!(false)),
            }),
        ),
        // The zeros may be configured, too.
        case(
            "postgresql_role",
            "zeros",
            json!({
                "name": "{w}_zeros", "password": "", "encrypted": "", "roles": [], "search_path": [],
                "connection_limit": -1, "superuser": false, "login": false, "statement_timeout": 0, "assume_role": "",
                "skip_drop_role": false, "valid_until": "infinity", "inherit": true,
            }),
            json!({
                "id": "{w}_zeros", "name": "{w}_zeros", "password": unset(json!("")), "encrypted": unset(json!("")),
                "roles": unset(json!([])), "search_path": unset(json!([])), "connection_limit": -1, "login": false,
                "superuser": false, "create_database": false, "create_role": false, "replication": false,
                "bypass_row_level_security": false, "inherit": true, "encrypted_password": true,
                "idle_in_transaction_session_timeout": unset(json!(0)), "statement_timeout": unset(json!(0)),
                "assume_role": unset(json!("")), "valid_until": "infinity", "skip_drop_role": unset(json!(false)),
                "skip_reassign_owned": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_role",
            "hidden",
            json!({"name": "{w}_hidden", "login": true, "password_wo": "hidden", "password_wo_version": "1"}),
            // A write-only value is in no state, and empties the other password.
            json!({
                "id": "{w}_hidden", "name": "{w}_hidden", "login": true, "password": unset(json!("")), "password_wo": null,
                "password_wo_version": "1", "encrypted": unset(json!("")), "encrypted_password": true,
                "roles": unset(json!([])), "search_path": unset(json!([])), "valid_until": "infinity",
                "connection_limit": -1, "superuser": false, "create_database": false, "create_role": false,
                "replication": false, "bypass_row_level_security": false, "inherit": true,
                "idle_in_transaction_session_timeout": unset(json!(0)), "statement_timeout": unset(json!(0)),
                "assume_role": unset(json!("")), "skip_drop_role": unset(json!(false)),
                "skip_reassign_owned": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_role",
            "settings",
            json!({
                "name": "{w}_settings", "roles": ["{w}_g"], "search_path": ["a", "$user"], "statement_timeout": 1000,
                "assume_role": "{w}_g", "valid_until": "2035-01-01 00:00:00+00", "skip_drop_role": false,
            }),
            json!({
                "id": "{w}_settings", "name": "{w}_settings", "login": read(json!(false)), "password": unset(json!("")),
                "password_wo": null, "password_wo_version": unset(json!("")), "encrypted": unset(json!("")),
                "encrypted_password": true, "roles": ["{w}_g"], "search_path": ["a", "$user"],
                "valid_until": "2035-01-01 00:00:00+00", "connection_limit": -1, "superuser": read(json!(false)),
                "create_database": read(json!(false)), "create_role": read(json!(false)),
                "replication": read(json!(false)), "bypass_row_level_security": read(json!(false)), "inherit": true,
                "idle_in_transaction_session_timeout": read(json!(0)), "statement_timeout": 1000,
                "assume_role": "{w}_g", "skip_drop_role": unset(json!(false)),
                "skip_reassign_owned": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_database",
            "database",
            json!({"name": "{w}_database"}),
            json!({
                "id": "{w}_database", "name": "{w}_database", "owner": unset(json!("postgres")),
                "template": unset(json!("")), "encoding": unset(json!("UTF8")), "lc_collate": unset(json!("C")),
                "lc_ctype": unset(json!("C")), "tablespace_name": unset(json!("pg_default")),
                "connection_limit": unset(json!(-1)), "allow_connections": unset(json!(true)),
                "is_template": unset(json!(false)), "alter_object_ownership": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_database",
            "full",
            json!({
                "name": "{w}_full", "owner": "{w}_o", "template": "template0", "encoding": "UTF8", "lc_collate": "C",
                "lc_ctype": "C", "tablespace_name": "pg_default", "connection_limit": 7, "is_template": false,
            }),
            json!({
                "id": "{w}_full", "name": "{w}_full", "owner": "{w}_o", "template": "template0", "encoding": "UTF8",
                "lc_collate": "C", "lc_ctype": "C", "tablespace_name": "pg_default", "connection_limit": 7,
                "allow_connections": true, "is_template": read(json!(false)),
                "alter_object_ownership": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_schema",
            "schema",
            json!({"name": "s", "database": "{w}", "owner": "{w}_o"}),
            // After an import `if_not_exists` is unset.
            json!({
                "id": "{w}.s", "name": "s", "database": "{w}", "owner": "{w}_o", "if_not_exists": unset(json!(true)),
                "drop_cascade": unset(json!(false)), "policy": [],
            }),
        ),
        case(
            "postgresql_schema",
            "policies",
            json!({
                "name": "p", "database": "{w}", "owner": "{w}_o", "drop_cascade": true,
                "policy": [{"usage": true}, {"create": true, "role": "{w}_o"}],
            }),
            json!({
                "id": "{w}.p", "name": "p", "database": "{w}", "owner": "{w}_o", "if_not_exists": true,
                "drop_cascade": true, "policy": [
                    {"create": false, "create_with_grant": false, "role": "", "usage": true, "usage_with_grant": false},
                    {"create": true, "create_with_grant": false, "role": "{w}_o", "usage": false, "usage_with_grant": false},
                ],
            }),
        ),
        case(
            "postgresql_grant",
            "database",
            json!({"role": "{w}_r", "database": "{w}", "object_type": "database", "privileges": ["CONNECT"]}),
            json!({
                "id": "{w}_r_{w}_database", "role": "{w}_r", "database": "{w}", "object_type": "database",
                "privileges": ["CONNECT"], "schema": unset(json!("")), "objects": unset(json!([])),
                "columns": unset(json!([])), "with_grant_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_grant",
            "tables",
            json!({
                "role": "{w}_r", "database": "{w}", "schema": "public", "object_type": "table",
                "objects": ["o1", "o2"], "privileges": ["SELECT", "INSERT"],
            }),
            json!({
                "id": "{w}_r_{w}_public_table_o2_o1", "role": "{w}_r", "database": "{w}", "schema": "public",
                "object_type": "table", "objects": ["o2", "o1"], "privileges": ["INSERT", "SELECT"],
                "columns": unset(json!([])), "with_grant_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_default_privileges",
            "tables",
            json!({
                "role": "{w}_r", "owner": "{w}_o", "database": "{w}", "object_type": "table", "privileges": ["ALL"],
            }),
            json!({
                "id": "{w}_r_{w}_noschema_{w}_o_table", "role": "{w}_r", "owner": "{w}_o", "database": "{w}",
                "object_type": "table", "privileges": ["ALL"], "schema": unset(json!("")),
                "with_grant_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_grant_role",
            "member",
            json!({"role": "{w}_r", "grant_role": "{w}_g"}),
            json!({
                "id": "{w}_r_{w}_g_false", "role": "{w}_r", "grant_role": "{w}_g",
                "with_admin_option": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_extension",
            "extension",
            json!({"name": "hstore", "database": "{w}", "version": "{hstore}"}),
            json!({
                "id": "{w}.hstore", "name": "hstore", "database": "{w}", "schema": "public", "version": "{hstore}",
                "create_cascade": unset(json!(false)), "drop_cascade": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_function",
            "plain",
            json!({"name": "plain", "database": "{w}", "body": "AS $$\nBEGIN END;\n$$\n"}),
            json!({
                "id": "{w}.public.plain()", "name": "plain", "schema": "public", "database": "{w}", "arg": [],
                "language": "plpgsql", "returns": "void", "body": "BEGIN END;", "drop_cascade": unset(json!(false)),
                "parallel": "UNSAFE", "security_definer": false, "strict": false, "volatility": "VOLATILE",
            }),
        ),
        // As from a heredoc: without the quotes of a statement the last line break is part of the
        // body.
        case(
            "postgresql_function",
            "heredoc",
            json!({"name": "heredoc", "database": "{w}", "body": "BEGIN\n  PERFORM 1;\nEND;\n"}),
            json!({
                "id": "{w}.public.heredoc()", "name": "heredoc", "schema": "public", "database": "{w}",
                "arg": unset(json!([])), "language": "plpgsql", "returns": "void", "body": "BEGIN\n  PERFORM 1;\nEND;\n",
                "drop_cascade": unset(json!(false)), "parallel": "UNSAFE", "security_definer": read(json!(false)),
                "strict": read(json!(false)), "volatility": "VOLATILE",
            }),
        ),
        // The statement continues after the quotes, and its lines are indented.
        case(
            "postgresql_function",
            "quoted_heredoc",
            json!({
                "name": "quoted_heredoc", "database": "{w}", "returns": "integer",
                "body": "    AS $BODY$\n    BEGIN\n      RETURN 1;\n    END;\n    $BODY$\n",
            }),
            json!({
                "id": "{w}.public.quoted_heredoc()", "name": "quoted_heredoc", "schema": "public", "database": "{w}",
                "arg": unset(json!([])), "language": "plpgsql", "returns": "integer",
                "body": "    BEGIN\n      RETURN 1;\n    END;\n   ", "drop_cascade": unset(json!(false)),
                "parallel": "UNSAFE", "security_definer": read(json!(false)), "strict": read(json!(false)),
                "volatility": "VOLATILE",
            }),
        ),
        case(
            "postgresql_function",
            "full",
            json!({
                "name": "full", "database": "{w}", "language": "sql", "body": "SELECT 'x', c", "parallel": "SAFE",
                "security_definer": true, "strict": true, "volatility": "IMMUTABLE",
                "arg": [
                    {"name": "a", "type": "integer"}, {"name": "b", "type": "text", "mode": "OUT"},
                    {"name": "c", "type": "numeric", "mode": "INOUT"},
                    {"name": "d", "type": "text[]", "mode": "VARIADIC"},
                ],
            }),
            json!({
                "id": "{w}.public.full(integer,numeric,text[])", "name": "full", "schema": "public", "database": "{w}",
                "language": "sql", "returns": "record", "body": "SELECT 'x', c", "drop_cascade": unset(json!(false)),
                "parallel": "SAFE", "security_definer": true, "strict": true, "volatility": "IMMUTABLE",
                "arg": [
                    argument(json!("a"), "integer", "IN"), argument(json!("b"), "text", "OUT"),
                    argument(json!("c"), "numeric", "INOUT"), argument(json!("d"), "text[]", "VARIADIC"),
                ],
            }),
        ),
        case(
            "postgresql_function",
            "with_default",
            json!({
                "name": "with_default", "database": "{w}", "language": "sql", "returns": "SETOF integer",
                "body": "SELECT 1", "arg": [{"type": "integer"}, {"name": "a", "type": "text", "default": "'x'::text"}],
            }),
            // As after an import of two parts.
            json!({
                "id": "public.with_default(integer,text)", "name": "with_default", "schema": "public", "database": "{w}",
                "language": "sql", "returns": "SETOF integer", "body": "SELECT 1", "drop_cascade": unset(json!(false)),
                "parallel": "UNSAFE", "security_definer": false, "strict": false, "volatility": "VOLATILE",
                "arg": [
                    argument(unset(json!("")), "integer", "IN"),
                    {"name": "a", "type": "text", "mode": "IN", "default": "'x'::text"},
                ],
            }),
        ),
    ]
}
