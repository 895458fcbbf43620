//! Publications, slots and foreign data in state of the Go provider.

use serde_json::json;

use super::{Case, Unset, case};
use crate::common::cluster;

/// A foreign data wrapper and a server in the provider's database, which has the foreign servers
/// and user mappings.
pub(super) fn begin() {
    let cluster = cluster::shared().expect("a cluster");
    cluster.sql(
        "postgres",
        "DROP FOREIGN DATA WRAPPER IF EXISTS of_go_w CASCADE; CREATE FOREIGN DATA WRAPPER of_go_w; \
         CREATE SERVER of_go_s FOREIGN DATA WRAPPER of_go_w",
    );
}

/// One or more of each kind.
pub(super) fn cases(how: Unset) -> Vec<Case> {
    let unset = |value| how.unset(value);
    vec![
        case(
            "postgresql_publication",
            "tables",
            json!({"name": "p", "database": "{w}", "tables": ["public.o1", "public.o2"]}),
            json!({
                "id": "{w}.p", "name": "p", "database": "{w}", "owner": "postgres", "tables": ["public.o1", "public.o2"],
                "all_tables": unset(json!(false)), "publish_param": ["insert", "update", "delete", "truncate"],
                "publish_via_partition_root_param": unset(json!(false)), "drop_cascade": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_publication",
            "all",
            json!({"name": "all", "database": "{w}", "all_tables": true, "publish_param": ["insert"]}),
            json!({
                "id": "{w}.all", "name": "all", "database": "{w}", "owner": "postgres",
                "tables": ["others.t", "public.c1", "public.o1", "public.o2"], "all_tables": true, "publish_param": ["insert"],
                "publish_via_partition_root_param": unset(json!(false)), "drop_cascade": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_physical_replication_slot",
            "slot",
            json!({"name": "{w}_slot"}),
            json!({"id": "{w}_slot", "name": "{w}_slot"}),
        ),
        case(
            "postgresql_server",
            "least",
            json!({"server_name": "{w}_least", "fdw_name": "of_go_w"}),
            json!({
                "id": "{w}_least", "server_name": "{w}_least", "fdw_name": "of_go_w", "server_owner": "postgres",
                "server_type": unset(json!("")), "server_version": unset(json!("")), "options": unset(json!({})),
                "drop_cascade": unset(json!(false)),
            }),
        ),
        case(
            "postgresql_server",
            "full",
            json!({
                "server_name": "{w}_full", "fdw_name": "of_go_w", "server_type": "t", "server_version": "1",
                "server_owner": "{w}_o", "options": {"host": "h"}, "drop_cascade": true,
            }),
            json!({
                "id": "{w}_full", "server_name": "{w}_full", "fdw_name": "of_go_w", "server_owner": "{w}_o",
                "server_type": "t", "server_version": "1", "options": {"host": "h"}, "drop_cascade": true,
            }),
        ),
        case(
            "postgresql_user_mapping",
            "least",
            json!({"user_name": "{w}_r", "server_name": "of_go_s"}),
            json!({"id": "{w}_r.of_go_s", "user_name": "{w}_r", "server_name": "of_go_s", "options": unset(json!({}))}),
        ),
        case(
            "postgresql_user_mapping",
            "full",
            json!({"user_name": "{w}_g", "server_name": "of_go_s", "options": {"user": "u"}}),
            json!({"id": "{w}_g.of_go_s", "user_name": "{w}_g", "server_name": "of_go_s", "options": {"user": "u"}}),
        ),
    ]
}
