//! Configuration parameters that a role or a database sets for its sessions.

use schema_provider::prelude::*;

use crate::going::destroy;
use crate::rights::needs;
use crate::server::{self, Clashes, Connection, OnBehalf, Owner, Server, lock_role};
use crate::sql::{ident, literal};

/// For whose sessions a parameter is set.
#[derive(Clone, Copy)]
pub(crate) enum Sessions<'a> {
    /// Those of a role, in one database or in all.
    Role(&'a str, Option<&'a str>),
    /// All sessions of a database.
    Database(&'a str),
}

impl Sessions<'_> {
    fn alter(self) -> String {
        match self {
            Sessions::Role(role, None) => format!("ALTER ROLE {}", ident(role)),
            Sessions::Role(role, Some(database)) => {
                format!("ALTER ROLE {} IN DATABASE {}", ident(role), ident(database))
            }
            Sessions::Database(database) => format!("ALTER DATABASE {}", ident(database)),
        }
    }

    /// The value of a parameter, in the state's spelling if that means the same. `None` if it is
    /// not set, or the role or the database is missing.
    pub(crate) async fn read(
        self,
        server: &Server,
        name: &str,
        state: &str,
    ) -> server::Result<Option<String>> {
        let connection = server.connect(server.database()).await?;
        let Some(found) = self.find(&connection, name).await? else {
            return Ok(None);
        };
        let is_same = same_value(name, &found, state)
            || !state.is_empty() && same_to_server(&connection, name, &found, state).await?;
        Ok(Some(if is_same { state.to_owned() } else { found }))
    }

    async fn find(self, connection: &Connection, name: &str) -> server::Result<Option<String>> {
        let (role, database) = match self {
            Sessions::Role(role, database) => (Some(role), database),
            Sessions::Database(database) => (None, Some(database)),
        };
        let query = "SELECT pg_catalog.substr(entry, pg_catalog.strpos(entry, '=') + 1)
            FROM pg_catalog.pg_db_role_setting s, unnest(s.setconfig) entry
            WHERE s.setrole = CASE WHEN $1::text IS NULL THEN 0
                ELSE (SELECT oid FROM pg_catalog.pg_roles WHERE rolname = $1::text) END
            AND s.setdatabase = CASE WHEN $2::text IS NULL THEN 0
                ELSE (SELECT oid FROM pg_catalog.pg_database WHERE datname = $2::text) END
            AND pg_catalog.lower(pg_catalog.split_part(entry, '=', 1)) = pg_catalog.lower($3::text)";
        let row = connection
            .query_opt(query, &[&role, &database, &name])
            .await?;
        row.map(|row| connection.value(&row, 0)).transpose()
    }

    /// Sets a parameter to this value.
    pub(crate) async fn set(self, server: &Server, name: &str, value: &str) -> Result {
        let statement = format!(
            "{} SET {} TO {}",
            self.alter(),
            name_sql(name),
            value_sql(name, value)
        );
        self.run(server, &statement)
            .await
            .map_err(|error| needs(server, error, self.right()))
    }

    /// Resets a parameter, if it is set. The role or the database may be dropped at the same time.
    pub(crate) async fn reset(self, server: &Server, name: &str) -> Result {
        destroy(server, server.database(), || self.reset_once(server, name))
            .await
            .map_err(|failure| failure.needing(server, self.right()))
    }

    async fn reset_once(self, server: &Server, name: &str) -> server::Result {
        let connection = server.connect(server.database()).await?;
        if self.find(&connection, name).await?.is_none() {
            return Ok(());
        }
        drop(connection);
        let statement = format!("{} RESET {}", self.alter(), name_sql(name));
        self.run(server, &statement).await
    }

    async fn run(self, server: &Server, statement: &str) -> server::Result {
        let done = match self {
            Sessions::Role(role, _) => for_role(server, role, statement).await,
            Sessions::Database(database) => for_database(server, database, statement).await,
        };
        // Sessions have the settings from when they began.
        server.drain_all().await;
        done
    }

    fn right(self) -> &'static str {
        match self {
            Sessions::Role(..) => {
                "CREATEROLE, since PostgreSQL 16 with ADMIN OPTION for the role. Some parameters need SUPERUSER, or since \
                 PostgreSQL 15 SET on the parameter"
            }
            Sessions::Database(_) => {
                "membership of the owner of the database. Some parameters need SUPERUSER, or since PostgreSQL 15 SET on the \
                 parameter"
            }
        }
    }
}

/// All parameters of a role are in one row, which no two transactions can change at once.
async fn for_role(server: &Server, role: &str, statement: &str) -> server::Result {
    let mut clashes = Clashes::default();
    loop {
        let attempt = async {
            let connection = server.connect(server.database()).await?;
            let transaction = connection.transaction().await?;
            lock_role(&transaction, role).await?;
            transaction.execute(statement).await?;
            transaction.commit().await?.close().await;
            Ok(())
        };
        match attempt.await {
            Err(error) if clashes.may_repeat(&error).await => {}
            done => return done,
        }
    }
}

/// On behalf of the owner, unless the user may act for the owner already.
async fn for_database(server: &Server, database: &str, statement: &str) -> server::Result {
    let owners = [Owner::PresentStranger(database)];
    let mut on_behalf = OnBehalf::of(server, &owners);
    loop {
        let attempt =
            on_behalf.attempt(async |connection: &Connection| connection.execute(statement).await);
        match attempt.await {
            Err(error) if on_behalf.may_repeat(&error).await => {}
            done => return done,
        }
    }
}

/// Whether two values of a parameter are the same.
fn same_value(name: &str, one: &str, other: &str) -> bool {
    one == other
        || matches!((list(name, one), list(name, other)), (Some(one), Some(other)) if one == other)
}

/// Whether the server reads two values as the same, such as `60s` and `1min`. A value that it
/// rejects is not the same.
pub(crate) async fn same_to_server(
    connection: &Connection,
    name: &str,
    one: &str,
    other: &str,
) -> server::Result<bool> {
    // The setting ends with the statement.
    let query = "SELECT pg_catalog.set_config($1::text, $2::text, true) = pg_catalog.set_config($1::text, $3::text, true)";
    match connection
        .query_one::<bool>(query, &[&name, &one, &other])
        .await
    {
        Ok(is_same) => Ok(is_same),
        Err(error) if error.is_connection_lost() => Err(error),
        Err(_) => Ok(false),
    }
}

/// A name in quotes, part by part: `"my_app"."setting"`.
fn name_sql(name: &str) -> String {
    let parts: Vec<String> = name.split('.').map(ident).collect();
    parts.join(".")
}

/// The value as one literal, or as one for each element of a list: a single literal would be one
/// element.
fn value_sql(name: &str, value: &str) -> String {
    match list(name, value) {
        Some(elements) => {
            let elements: Vec<String> = elements.iter().map(|element| literal(element)).collect();
            elements.join(", ")
        }
        None => literal(value),
    }
}

/// The parameters that are lists of names in quotes, and whether unquoted names are folded to lower
/// case. No catalog distinguishes them from other lists; `pg_dump` has the same table.
const LISTS: [(&str, bool); 8] = [
    ("local_preload_libraries", false),
    ("oauth_validator_libraries", false),
    ("search_path", true),
    ("session_preload_libraries", false),
    ("shared_preload_libraries", false),
    ("synchronized_standby_slots", false),
    ("temp_tablespaces", true),
    ("unix_socket_directories", false),
];

/// The elements of such a list parameter; `None` for all others.
fn list(name: &str, value: &str) -> Option<Vec<String>> {
    let (_, is_folded) = LISTS
        .into_iter()
        .find(|(list, _)| name.eq_ignore_ascii_case(list))?;
    let mut elements = vec![String::new()];
    let mut was_quoted = false;
    let mut characters = value.trim().chars().peekable();
    while let Some(character) = characters.next() {
        let element = elements.last_mut()?;
        match character {
            ',' => {
                if !was_quoted {
                    element.truncate(element.trim_end().len());
                }
                while characters.next_if(|next| next.is_whitespace()).is_some() {}
                elements.push(String::new());
                was_quoted = false;
            }
            '"' if element.is_empty() && !was_quoted => {
                was_quoted = true;
                while let Some(character) = characters.next() {
                    if character == '"' && characters.next_if_eq(&'"').is_none() {
                        break;
                    }
                    element.push(character);
                }
            }
            character if was_quoted && character.is_whitespace() => {}
            character if is_folded && !was_quoted => element.extend(character.to_lowercase()),
            character => element.push(character),
        }
    }
    Some(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_a_list_are_literals_of_their_own() {
        for (name, value, sql) in [
            ("search_path", "\"$user\", public", "'$user', 'public'"),
            ("Search_Path", "App,  \"My s\" ,x", "'app', 'My s', 'x'"),
            ("search_path", "\"a\"\"b,c\", it's", "'a\"b,c', 'it''s'"),
            ("search_path", "", "''"),
            (
                "session_preload_libraries",
                "$libdir/A, b",
                "'$libdir/A', 'b'",
            ),
            ("work_mem", "1, 2", "'1, 2'"),
            ("app.x", "it's; --", "'it''s; --'"),
        ] {
            assert_eq!(value_sql(name, value), sql, "{name} = {value}");
        }
    }

    #[test]
    fn the_spelling_of_a_list_means_nothing() {
        assert!(same_value("search_path", "a,b", "a, b"));
        assert!(same_value("search_path", "\"a\", B", "a, b"));
        assert!(same_value("search_path", "", "\"\""));
        assert!(!same_value("search_path", "\"A\"", "a"));
        assert!(!same_value("search_path", "a, b", "\"a, b\""));
        assert!(same_value("work_mem", "1MB", "1MB"));
        assert!(!same_value("work_mem", "1MB", "1024kB"));
    }

    #[test]
    fn names_are_quoted_part_by_part() {
        assert_eq!(name_sql("my_app.Setting"), "\"my_app\".\"Setting\"");
        assert_eq!(name_sql("work_mem"), "\"work_mem\"");
    }
}
