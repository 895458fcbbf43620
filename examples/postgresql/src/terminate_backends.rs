//! The action `postgresql_terminate_backends`.

use std::time::Duration;

use schema_provider::prelude::*;

use crate::Postgresql;

/// Ends the connections of others to the server, and waits until they have ended.
///
/// Connections that match all given conditions are ended, but never the provider's own or the
/// server's background processes.
#[derive(Schema)]
#[schema(
    action = "postgresql_terminate_backends",
    subcategory = "Operations",
    timeouts(invoke = "1m")
)]
pub struct TerminateBackends {
    /// The database that they are connected to.
    #[field(optional, validate = not_empty, at_least_one_of(role, application_name))]
    database: Option<String>,
    /// The role that is logged in.
    #[field(optional, validate = not_empty)]
    role: Option<String>,
    /// The application name.
    #[field(optional, validate = not_empty)]
    application_name: Option<String>,
    /// Their state. Defaults to any.
    #[field(optional, validate = each(one_of(
        "active",
        "idle",
        "idle in transaction",
        "idle in transaction (aborted)",
        "fastpath function call",
        "disabled"
    )))]
    states: Set<String>,
    /// Only those that have been in their state for this long.
    #[field(optional)]
    in_state_for: Option<Duration>,
}

impl Action for TerminateBackends {
    type Provider = Postgresql;

    async fn invoke(cx: &Cx<Self>, config: ConfigData<'_, Self>) -> Result {
        let TerminateBackends {
            database,
            role,
            application_name,
            states,
            in_state_for,
            ..
        } = config.read_struct()?;
        let server = cx.client()?;
        // Closes the provider's own idle connections, so that they do not count.
        server.drain_all().await;
        let connection = server.connect(server.database()).await?;
        let states: Vec<String> = states.into_iter().collect();
        let seconds = in_state_for.map(|time| time.as_secs_f64());
        let ended = connection
            .query(
                "SELECT pid, backend_start::text, pg_catalog.pg_terminate_backend(pid)
                FROM pg_catalog.pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_catalog.pg_backend_pid()
                AND ($1::text IS NULL OR datname = $1)
                AND ($2::text IS NULL OR usename = $2)
                AND ($3::text IS NULL OR application_name = $3)
                AND ($4::text[] = '{}' OR state = ANY ($4))
                AND ($5::float8 IS NULL OR state_change <= now() - $5 * interval '1 second')",
                &[&database, &role, &application_name, &states, &seconds],
            )
            .await?;
        // By process id and start: another backend may get the id of one that has ended.
        let pids: Vec<i32> = ended.iter().map(|backend| backend.get(0)).collect();
        let began: Vec<String> = ended.iter().map(|backend| backend.get(1)).collect();
        loop {
            let left: i64 = connection
                .query_one(
                    "SELECT count(*) FROM pg_catalog.pg_stat_activity a
                    JOIN unnest($1::int[], $2::text[]) AS ended (pid, began)
                    ON a.pid = ended.pid AND a.backend_start::text = ended.began",
                    &[&pids, &began],
                )
                .await?;
            let all = pids.len();
            cx.progress(format!("{left} of {all} connections are left"));
            if left == 0 {
                return Ok(());
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
}

/// The interval at which remaining connections are counted.
const POLL_INTERVAL: Duration = Duration::from_millis(200);
