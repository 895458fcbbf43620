//! The resource `postgresql_database`.

use std::sync::atomic::{AtomicBool, Ordering};

use schema_provider::prelude::*;

use crate::Postgresql;
use crate::commit::{made, was_renamed};
use crate::database_drop::{Closed, drop_database};
use crate::database_locale;
use crate::encoding::{
    is_same_encoding, is_same_locale, leaves_or_defaults, same_encoding, same_locale,
};
use crate::ownership::reassign;
use crate::server::{self, Connection, OnBehalf, Owner, Server, Version};
use crate::sql::{ident, literal};
use crate::unset::{leaves_it, text};

/// A database.
#[derive(Schema)]
#[schema(
    resource = "postgresql_database",
    id(when_changed(name)),
    identity(name(mutable)),
    subcategory = "Databases",
    timeouts(default = "20m")
)]
pub struct Database {
    /// The name. It can be changed in place.
    #[field(required, validate = bytes(..=63))]
    name: String,
    /// The role that owns the database. Defaults to the user that creates it.
    #[field(optional, computed, diff_suppress = leaves_it::<Database>, validate = bytes(..=63))]
    owner: Option<String>,
    /// The database to copy. Defaults to `template0`.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<Database>, validate = bytes(..=63))]
    template: Option<String>,
    /// The character encoding. Defaults to `UTF8`.
    #[field(optional, computed, force_new, diff_suppress = same_encoding)]
    encoding: Option<String>,
    /// The collation order (`LC_COLLATE`). Defaults to that of the template.
    #[field(optional, computed, force_new, diff_suppress = same_locale)]
    lc_collate: Option<String>,
    /// The character classification (`LC_CTYPE`). Defaults to that of the template.
    #[field(optional, computed, force_new, diff_suppress = same_locale)]
    lc_ctype: Option<String>,
    /// The locale provider: `libc`, `icu` (since PostgreSQL 15) or `builtin` (17). Defaults to that
    /// of the template.
    #[field(optional, computed, force_new, validate = one_of("libc", "icu", "builtin"))]
    locale_provider: Option<String>,
    /// The locale of `icu`, such as `de-DE` or `und-u-ks-level2`.
    #[field(optional, computed, force_new, diff_suppress = database_locale::same_locale, required_with(locale_provider))]
    icu_locale: Option<String>,
    /// Additional collation rules for `icu`, such as `&V << w <<< W`. Needs PostgreSQL 16.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<Database>, required_with(locale_provider))]
    icu_rules: Option<String>,
    /// The locale of `builtin`: `C`, `C.UTF-8` or `PG_UNICODE_FAST`.
    #[field(optional, computed, force_new, diff_suppress = leaves_it::<Database>, required_with(locale_provider))]
    builtin_locale: Option<String>,
    /// The tablespace of its tables.
    #[field(optional, computed, diff_suppress = leaves_or_defaults, validate = bytes(..=63))]
    tablespace_name: Option<String>,
    /// The maximum number of connections to it; -1 means no limit.
    #[field(optional, default = -1, validate = range(-1..))]
    connection_limit: i64,
    /// Whether connections are accepted. Without connections nothing in the database is read, and
    /// only a superuser can change it.
    #[field(optional, default = true)]
    allow_connections: bool,
    /// Whether anyone who may create databases may copy it.
    #[field(optional, computed)]
    is_template: Option<bool>,
    /// Whether a new owner also gets what the old owner owns in this database. Objects in other
    /// databases, and other databases and tablespaces, stay with the old owner.
    #[field(optional, default = false)]
    alter_object_ownership: bool,
}

impl Resource for Database {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let name = data.get(Database::NAME);
        let owner = data.get_ok(Database::OWNER);
        // Set before the statement, which is in no transaction: it may take effect even if its
        // answer is lost.
        data.set_id(&name);
        let is_made = AtomicBool::new(false);
        let owners = Vec::from_iter(owner.as_deref().map(Owner::New));
        // Nobody may be connected to the template, even if it is the server's default.
        let template = data.get_ok(Database::TEMPLATE);
        for copied in ["template1", template.as_deref().unwrap_or(TEMPLATE)] {
            server.drain(copied).await;
        }
        let mut on_behalf = OnBehalf::of(server, &owners);
        let created = loop {
            let attempt = on_behalf.attempt(async |connection| {
                let version = server.version(connection).await?;
                let locale = database_locale::clause(server, connection, data).await?;
                let create = create_statement(server, data, version) + &locale;
                execute(server, connection, &create).await?;
                is_made.store(true, Ordering::Relaxed);
                find(connection, &name).await
            });
            match attempt.await {
                Err(error)
                    if !is_made.load(Ordering::Relaxed) && on_behalf.may_repeat(&error).await => {}
                done => break done,
            }
        };
        let found = match is_made.into_inner() {
            // Whatever failed after the statement, the database exists, and the state must contain
            // it.
            true => created?,
            false => made(created, data)?,
        };
        let Some(found) = found else {
            return Err(Diagnostic::error(format!(
                "the database {name:?} was dropped while it was created"
            ))
            .into());
        };
        // The server decides what is not configured.
        data.set_if_unknown(Database::OWNER, found.owner);
        data.set_if_unknown(Database::TEMPLATE, TEMPLATE);
        data.set_if_unknown(Database::ENCODING, found.encoding);
        data.set_if_unknown(Database::LC_COLLATE, found.lc_collate);
        data.set_if_unknown(Database::LC_CTYPE, found.lc_ctype);
        data.set_if_unknown(Database::TABLESPACE_NAME, found.tablespace);
        data.set_if_unknown(Database::IS_TEMPLATE, found.is_template);
        database_locale::created(server, data).await
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let connection = server.connect(server.database()).await?;
        let Some(found) = find(&connection, data.require_id()?).await? else {
            data.mark_gone();
            return Ok(());
        };
        data.set(Database::NAME, found.name);
        data.set(Database::OWNER, found.owner);
        // Another spelling of the server's value is kept.
        if !is_same_encoding(text(&data.get(Database::ENCODING)), &found.encoding) {
            data.set(Database::ENCODING, found.encoding);
        }
        if !is_same_locale(text(&data.get(Database::LC_COLLATE)), &found.lc_collate) {
            data.set(Database::LC_COLLATE, found.lc_collate);
        }
        if !is_same_locale(text(&data.get(Database::LC_CTYPE)), &found.lc_ctype) {
            data.set(Database::LC_CTYPE, found.lc_ctype);
        }
        data.set(Database::TABLESPACE_NAME, found.tablespace);
        data.set(Database::CONNECTION_LIMIT, found.connection_limit);
        data.set(Database::ALLOW_CONNECTIONS, found.allow_connections);
        data.set(Database::IS_TEMPLATE, found.is_template);
        database_locale::read(&connection, data).await?;
        // The server does not record it.
        let template = data.get_ok(Database::TEMPLATE);
        data.set(Database::TEMPLATE, template.as_deref().unwrap_or(TEMPLATE));
        data.fill_defaults();
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let name = data.require_id()?.to_owned();
        // A database that no longer exists has no owner to act for.
        let owners = [Owner::Present(&name)];
        let mut on_behalf = OnBehalf::of(server, &owners);
        // Resources destroyed beside it wait for this, however it ends.
        let _dropping = server.begin_drop(&name).await;
        let closed = Closed::new(server, &name);
        let dropped = loop {
            let attempt = on_behalf.attempt(async |connection| {
                let Some(found) = find(connection, &name).await? else {
                    return Ok(());
                };
                drop_database(server, connection, closed.remember(found)).await
            });
            match attempt.await {
                Err(error) if on_behalf.may_repeat(&error).await => {}
                done => break done,
            }
        };
        match dropped.is_ok() {
            true => closed.for_good(),
            false => closed.reopen().await,
        }
        Ok(dropped?)
    }
}

impl Update for Database {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        // No two statements share a transaction: completed ones are saved, whatever follows.
        data.begin_partial();
        rename(server, data).await?;
        let opens = data.get(Database::ALLOW_CONNECTIONS);
        if opens && data.has_change(Database::ALLOW_CONNECTIONS) {
            // The statements that follow may have to connect to it.
            change_settings(server, data).await?;
        }
        if data.has_changes((Database::OWNER, Database::ALTER_OBJECT_OWNERSHIP)) {
            let owner = data.get_ok(Database::OWNER);
            if let Some(owner) = owner.filter(|_| data.get(Database::ALTER_OBJECT_OWNERSHIP)) {
                let kept = reassign(server, &data.get(Database::NAME), &owner).await?;
                if !kept.is_empty() {
                    cx.warn(extensions_kept(&kept));
                }
            }
            data.set_partial(Database::ALTER_OBJECT_OWNERSHIP);
        }
        if data.has_change(Database::OWNER) {
            change_owner(server, data).await?;
            data.set_partial(Database::OWNER);
        }
        change_settings(server, data).await?;
        data.end_partial();
        Ok(())
    }
}

fn extensions_kept(extensions: &[String]) -> Diagnostic {
    Diagnostic::warning(format!(
        "Extensions still belong to the former owner: {}",
        extensions.join(", ")
    ))
    .with_detail(
        "Only REASSIGN OWNED changes the owner of an extension, and would give away the other databases and tablespaces of the \
         former owner as well. Drop the extension and create it as the new owner.",
    )
    .at(Database::ALTER_OBJECT_OWNERSHIP.path())
}

/// The template if `template` is not set.
const TEMPLATE: &str = "template0";

fn create_statement(server: &Server, data: &ResourceData<Database>, version: Version) -> String {
    let mut sql = format!("CREATE DATABASE {}", ident(&data.get(Database::NAME)));
    let mut say = |clause: &str, value: &str| sql.push_str(&format!(" {clause} {value}"));
    let owner = data.get_ok(Database::OWNER);
    say("OWNER", &ident(owner.as_deref().unwrap_or(server.user())));
    let template = data.get_ok(Database::TEMPLATE);
    say(
        "TEMPLATE",
        &or_default(template.as_deref().unwrap_or(TEMPLATE), ident),
    );
    let encoding = data.get_ok(Database::ENCODING);
    say(
        "ENCODING",
        &or_default(encoding.as_deref().unwrap_or("UTF8"), literal),
    );
    if let Some(collate) = data.get_ok(Database::LC_COLLATE) {
        say("LC_COLLATE", &or_default(&collate, literal));
    }
    if let Some(ctype) = data.get_ok(Database::LC_CTYPE) {
        say("LC_CTYPE", &or_default(&ctype, literal));
    }
    if let Some(tablespace) = data.get_ok(Database::TABLESPACE_NAME) {
        say("TABLESPACE", &or_default(&tablespace, ident));
    }
    if version.at_least((9, 5)) {
        say(
            "ALLOW_CONNECTIONS",
            &data.get(Database::ALLOW_CONNECTIONS).to_string(),
        );
    }
    say(
        "CONNECTION LIMIT",
        &data.get(Database::CONNECTION_LIMIT).to_string(),
    );
    if version.at_least((9, 5)) {
        let template = data.get(Database::IS_TEMPLATE).unwrap_or_default();
        say("IS_TEMPLATE", &template.to_string());
    }
    sql
}

/// The keyword `DEFAULT` in any case unquoted, any other string in quotes.
fn or_default(text: &str, quoted: fn(&str) -> String) -> String {
    match text.eq_ignore_ascii_case("DEFAULT") {
        true => "DEFAULT".to_owned(),
        false => quoted(text),
    }
}

/// Executes a statement outside a transaction. If the connection is lost, the server may go on with
/// it; its effect is known only after it has ended.
pub(crate) async fn execute(
    server: &Server,
    connection: &Connection,
    statement: &str,
) -> server::Result {
    let done = connection.execute(statement).await;
    if done.as_ref().is_err_and(server::Error::is_connection_lost) {
        // Whether that is known or not, this is the error to report.
        let _ = server.until_done(statement).await;
    }
    done
}

/// A database as the catalog has it.
pub(crate) struct Found {
    pub(crate) name: String,
    owner: String,
    encoding: String,
    lc_collate: String,
    lc_ctype: String,
    tablespace: String,
    connection_limit: i64,
    pub(crate) allow_connections: bool,
    pub(crate) is_template: bool,
}

async fn find(connection: &Connection, name: &str) -> server::Result<Option<Found>> {
    let query = "SELECT d.datname::text, pg_catalog.pg_get_userbyid(d.datdba)::text,
            pg_catalog.pg_encoding_to_char(d.encoding)::text, d.datcollate::text, d.datctype::text,
            t.spcname::text, d.datconnlimit, d.datallowconn, d.datistemplate
        FROM pg_catalog.pg_database d JOIN pg_catalog.pg_tablespace t ON t.oid = d.dattablespace
        WHERE d.datname = $1";
    let Some(row) = connection.query_opt(query, &[&name]).await? else {
        return Ok(None);
    };
    Ok(Some(Found {
        name: connection.value(&row, 0)?,
        owner: connection.value(&row, 1)?,
        encoding: connection.value(&row, 2)?,
        lc_collate: connection.value(&row, 3)?,
        lc_ctype: connection.value(&row, 4)?,
        tablespace: connection.value(&row, 5)?,
        connection_limit: connection.value::<i32>(&row, 6)?.into(),
        allow_connections: connection.value(&row, 7)?,
        is_template: connection.value(&row, 8)?,
    }))
}

async fn rename(server: &Server, data: &mut ResourceData<Database>) -> Result {
    let (old, name) = (data.require_id()?.to_owned(), data.get(Database::NAME));
    if name == old {
        return Ok(());
    }
    let sql = format!("ALTER DATABASE {} RENAME TO {}", ident(&old), ident(&name));
    server.drain(&old).await;
    let owners = [Owner::PresentStranger(&old)];
    let mut on_behalf = OnBehalf::of(server, &owners);
    let renamed = loop {
        let attempt = on_behalf.attempt(async |connection| {
            execute(server, connection, &sql).await?;
            // Whatever fails after the statement, the state must have the new name.
            data.set_id(&name);
            data.set_partial(Database::NAME);
            Ok(())
        });
        match attempt.await {
            Err(error) if data.require_id()? == old && on_behalf.may_repeat(&error).await => {}
            done => break done,
        }
    };
    let names = "SELECT datname FROM pg_catalog.pg_database";
    if renamed
        .as_ref()
        .is_err_and(server::Error::is_connection_lost)
        && was_renamed(server, names, &old, &name).await
    {
        data.set_id(&name);
        data.set_partial(Database::NAME);
    }
    Ok(renamed?)
}

async fn change_owner(server: &Server, data: &ResourceData<Database>) -> Result {
    let Some(owner) = data.get_ok(Database::OWNER) else {
        return Ok(());
    };
    let name = data.get(Database::NAME);
    let sql = format!("ALTER DATABASE {} OWNER TO {}", ident(&name), ident(&owner));
    let owners = [Owner::New(&owner), Owner::PresentStranger(&name)];
    let mut on_behalf = OnBehalf::of(server, &owners);
    loop {
        let attempt = on_behalf.attempt(async |connection| connection.execute(&sql).await);
        match attempt.await {
            Err(error) if on_behalf.may_repeat(&error).await => {}
            done => return Ok(done?),
        }
    }
}

async fn change_settings(server: &Server, data: &mut ResourceData<Database>) -> Result {
    let settings = (
        Database::TABLESPACE_NAME,
        Database::CONNECTION_LIMIT,
        Database::ALLOW_CONNECTIONS,
        Database::IS_TEMPLATE,
    );
    if !data.has_changes(settings) {
        return Ok(());
    }
    let name = data.get(Database::NAME);
    // Nobody may be connected to a database that moves, and the provider cannot enter a closed one.
    server.drain(&name).await;
    let owners = [Owner::PresentStranger(&name)];
    let mut on_behalf = OnBehalf::of(server, &owners);
    loop {
        let attempt = on_behalf.attempt(async |connection| alter(server, connection, data).await);
        match attempt.await {
            Err(error) if on_behalf.may_repeat(&error).await => {}
            done => return Ok(done?),
        }
    }
}

async fn alter(
    server: &Server,
    connection: &Connection,
    data: &mut ResourceData<Database>,
) -> server::Result {
    let database = format!("ALTER DATABASE {}", ident(&data.get(Database::NAME)));
    let version = server.version(connection).await?;
    if data.has_change(Database::TABLESPACE_NAME) {
        let tablespace = data.get(Database::TABLESPACE_NAME).unwrap_or_default();
        let change = match tablespace.is_empty() || tablespace.eq_ignore_ascii_case("DEFAULT") {
            true => "RESET TABLESPACE".to_owned(),
            false => format!("SET TABLESPACE {}", ident(&tablespace)),
        };
        connection.execute(&format!("{database} {change}")).await?;
        data.set_partial(Database::TABLESPACE_NAME);
    }
    if data.has_change(Database::CONNECTION_LIMIT) {
        let limit = data.get(Database::CONNECTION_LIMIT);
        connection
            .execute(&format!("{database} CONNECTION LIMIT = {limit}"))
            .await?;
        data.set_partial(Database::CONNECTION_LIMIT);
    }
    if data.has_change(Database::ALLOW_CONNECTIONS) && version.at_least((9, 5)) {
        let allow = data.get(Database::ALLOW_CONNECTIONS);
        connection
            .execute(&format!("{database} ALLOW_CONNECTIONS {allow}"))
            .await?;
        data.set_partial(Database::ALLOW_CONNECTIONS);
    }
    if data.has_change(Database::IS_TEMPLATE) && version.at_least((9, 5)) {
        let template = data.get(Database::IS_TEMPLATE).unwrap_or_default();
        connection
            .execute(&format!("{database} IS_TEMPLATE {template}"))
            .await?;
        data.set_partial(Database::IS_TEMPLATE);
    }
    Ok(())
}
