//! The resource `postgresql_role`.

mod memberships;
mod password;
mod settings;
mod valid_until;

use schema_provider::prelude::*;

use self::memberships::{change_memberships, grant_roles, memberships};
use self::password::{changed_password, password_of_new, read_password};
use self::settings::{read_settings, set_settings};
use self::valid_until::{same_end, same_moment};
use crate::Postgresql;
use crate::change::Failure;
use crate::commit::{commit_new, was_renamed};
use crate::going::destroy;
use crate::server::{
    self, Clashes, Connection, RefusedRevocation, Server, Version, lock_role, with_membership,
};
use crate::sql::{ident, literal};

/// A role: a user that can log in, or a group.
#[derive(Schema)]
#[schema(
    resource = "postgresql_role",
    id(when_changed(name)),
    identity(name(mutable)),
    subcategory = "Roles",
    timeouts(default = "20m")
)]
pub struct Role {
    /// The name. It can be changed in place.
    #[field(required, validate = bytes(..=63))]
    name: String,
    /// The password: plain text, or a hash as the server stores it. It is saved in the state.
    #[field(
        optional,
        sensitive,
        default = "",
        conflicts_with(password_wo, password_wo_version)
    )]
    password: Secret,
    /// The password, which is not saved in the state. It is set when the role is created and when
    /// `password_wo_version` changes.
    #[field(optional, sensitive, write_only, required_with(password_wo_version))]
    password_wo: Option<Secret>,
    /// Change it to set `password_wo` again.
    #[field(optional, default = "", required_with(password_wo))]
    password_wo_version: String,
    /// Without effect.
    #[field(
        optional,
        default = "",
        deprecated = "Write encrypted_password instead; this one is ignored."
    )]
    encrypted: String,
    /// Whether a plain text password is stored encrypted, which servers since PostgreSQL 10
    /// require.
    #[field(optional, default = true)]
    encrypted_password: bool,
    /// The roles that this one is a direct member of. A change revokes the memberships that leave
    /// the list and grants those that join it; the others keep their options. Together with
    /// `postgresql_grant_role` for the same role, write `lifecycle { ignore_changes = [roles] }`:
    /// otherwise this resource revokes what that one grants.
    #[field(optional, default = [], validate = each(bytes(..=63)))]
    roles: Set<String>,
    /// The schemas in which its sessions look up names.
    #[field(optional, default = [])]
    search_path: Vec<String>,
    /// The end of the password's validity: a time with its zone, such as `2030-01-01 00:00:00+00`,
    /// or `infinity`.
    #[field(optional, default = "infinity", diff_suppress = same_end)]
    valid_until: String,
    /// The maximum number of concurrent connections; -1 means no limit.
    #[field(optional, default = -1, validate = range(-1..))]
    connection_limit: i64,
    /// Whether it is a superuser.
    #[field(optional, default = false)]
    superuser: bool,
    /// Whether it may create databases.
    #[field(optional, default = false)]
    create_database: bool,
    /// Whether it may create and change roles.
    #[field(optional, default = false)]
    create_role: bool,
    /// Whether it has the privileges of its roles without switching to them. Since PostgreSQL 16
    /// each membership has an option for that, and this is its default: existing memberships keep
    /// theirs.
    #[field(optional, default = true)]
    inherit: bool,
    /// Whether it may log in.
    #[field(optional, default = false)]
    login: bool,
    /// Whether it may start replication.
    #[field(optional, default = false)]
    replication: bool,
    /// Whether it bypasses row-level security policies.
    #[field(optional, default = false)]
    bypass_row_level_security: bool,
    /// The milliseconds after which a session that is idle in a transaction is ended. 0 (the
    /// default) sets nothing: the setting of the database or the server applies.
    #[field(optional, default = 0, validate = range(0..))]
    idle_in_transaction_session_timeout: i64,
    /// The milliseconds after which a statement is cancelled. 0 (the default) sets nothing: the
    /// setting of the database or the server applies.
    #[field(optional, default = 0, validate = range(0..))]
    statement_timeout: i64,
    /// The role that its sessions switch to at login.
    #[field(optional, default = "", validate = bytes(..=63))]
    assume_role: String,
    /// Keeps the role when the resource is destroyed.
    #[field(optional, default = false)]
    skip_drop_role: bool,
    /// Keeps what the role owns when the resource is destroyed. The server then only drops a role
    /// that owns nothing.
    #[field(optional, default = false)]
    skip_reassign_owned: bool,
}

impl Resource for Role {
    type Provider = Postgresql;

    async fn create(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let mut clashes = Clashes::default();
        let connection = loop {
            match attempt_create(server, data).await {
                Err(Failure::OfServer(error)) if clashes.may_repeat(&error).await => {}
                done => break done?,
            }
        };
        // What a refresh will be unable to read is better reported now.
        read_password(&connection, data, data.get(Role::LOGIN)).await?;
        Ok(())
    }

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let connection = server.connect(server.database()).await?;
        let version = server.version(&connection).await?;
        let column = |name: &str, known: bool| match known {
            true => format!("r.{name}"),
            false => format!("false AS {name}"),
        };
        let query = format!(
            "SELECT r.rolname, r.rolsuper, r.rolcreatedb, r.rolcreaterole, r.rolinherit, r.rolcanlogin,
                r.rolconnlimit, {}, {}, coalesce(r.rolvaliduntil::text, 'infinity') AS valid_until, r.rolconfig
            FROM pg_catalog.pg_roles r WHERE r.rolname = $1",
            column("rolreplication", version.at_least((9, 1))),
            column("rolbypassrls", version.at_least((9, 5))),
        );
        let Some(role) = connection.query_opt(&query, &[&data.require_id()?]).await? else {
            data.mark_gone();
            return Ok(());
        };
        let name: String = role.try_get("rolname")?;
        data.set(
            Role::ROLES,
            Set::from_iter(memberships(&connection, &name).await?),
        );
        data.set(Role::NAME, name);
        data.set(Role::SUPERUSER, role.try_get::<_, bool>("rolsuper")?);
        data.set(
            Role::CREATE_DATABASE,
            role.try_get::<_, bool>("rolcreatedb")?,
        );
        data.set(Role::CREATE_ROLE, role.try_get::<_, bool>("rolcreaterole")?);
        data.set(Role::INHERIT, role.try_get::<_, bool>("rolinherit")?);
        data.set(Role::LOGIN, role.try_get::<_, bool>("rolcanlogin")?);
        data.set(
            Role::REPLICATION,
            role.try_get::<_, bool>("rolreplication")?,
        );
        data.set(
            Role::BYPASS_ROW_LEVEL_SECURITY,
            role.try_get::<_, bool>("rolbypassrls")?,
        );
        data.set(
            Role::CONNECTION_LIMIT,
            i64::from(role.try_get::<_, i32>("rolconnlimit")?),
        );
        let (kept, found) = (data.get(Role::VALID_UNTIL), role.try_get("valid_until")?);
        let valid_until = same_moment(&connection, &kept, found).await?;
        data.set(Role::VALID_UNTIL, valid_until);
        data.set(Role::ENCRYPTED_PASSWORD, true);
        read_settings(data, &role)?;
        if let Some(password) = read_password(&connection, data, data.get(Role::LOGIN)).await? {
            data.set(Role::PASSWORD, password);
        }
        data.fill_defaults();
        Ok(())
    }

    async fn delete(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        Ok(destroy(server, server.database(), || attempt_delete(server, data)).await?)
    }
}

impl Update for Role {
    async fn update(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let server = cx.client()?;
        let mut clashes = Clashes::default();
        loop {
            match attempt_update(server, data).await {
                Err(Failure::OfServer(error)) if clashes.may_repeat(&error).await => {}
                done => {
                    let kept = done?;
                    // Sessions have the settings of their user from when they began.
                    if [server.user(), &server.settings().username].contains(&data.require_id()?) {
                        server.drain_all().await;
                    }
                    if !kept.is_empty() {
                        let kept: Vec<String> =
                            kept.iter().map(RefusedRevocation::to_string).collect();
                        cx.warn(
                            Diagnostic::warning(format!(
                                "the role is still a member of {}",
                                kept.join(", ")
                            ))
                            .with_detail(
                                "The provider's user may not act for the role that granted it, so that the next plan shows it \
                                 again: they, or a superuser, can take it away.",
                            )
                            .at(Role::ROLES.path()),
                        );
                    }
                    return Ok(());
                }
            }
        }
    }
}

async fn attempt_create(
    server: &Server,
    data: &mut ResourceData<Role>,
) -> Result<Connection, Failure> {
    let connection = server.connect(server.database()).await?;
    let version = server.version(&connection).await?;
    let transaction = connection.transaction().await?;
    let name = data.get(Role::NAME);
    let mut sql = format!("CREATE ROLE {} WITH", ident(&name));
    sql.push_str(&password_of_new(&transaction, data));
    sql.push_str(
        &valid_until(data)
            .map(|clause| format!(" {clause}"))
            .unwrap_or_default(),
    );
    sql.push_str(&format!(
        " CONNECTION LIMIT {}",
        data.get(Role::CONNECTION_LIMIT)
    ));
    for flag in flags(data, version) {
        sql.push_str(&format!(" {}", flag.keyword()));
    }
    transaction.execute(&sql).await?;
    grant_roles(&transaction, &name, &data.get(Role::ROLES)).await?;
    set_settings(&transaction, data).await?;
    Ok(commit_new(transaction, data, &name).await?)
}

/// Memberships that are not configured and could not be revoked.
async fn attempt_update(
    server: &Server,
    data: &mut ResourceData<Role>,
) -> Result<Vec<RefusedRevocation>, Failure> {
    let connection = server.connect(server.database()).await?;
    let version = server.version(&connection).await?;
    let transaction = connection.transaction().await?;
    let old = data.require_id().map_err(Diagnostics::from)?.to_owned();
    let name = data.get(Role::NAME);
    lock_role(&transaction, &old).await?;
    if name != old {
        let sql = format!("ALTER ROLE {} RENAME TO {}", ident(&old), ident(&name));
        transaction.execute(&sql).await?;
    }
    let role = ident(&name);
    if let Some(password) = changed_password(data) {
        transaction.hide(&password, &name);
        let text = literal(password.require().map_err(Diagnostics::from)?);
        transaction
            .execute(&format!("ALTER ROLE {role} PASSWORD {text}"))
            .await?;
    }
    for flag in flags(data, version).into_iter().filter(|flag| flag.changed) {
        let sql = format!("ALTER ROLE {role} WITH {}", flag.keyword());
        transaction.execute(&sql).await?;
    }
    if data.has_change(Role::CONNECTION_LIMIT) {
        let limit = data.get(Role::CONNECTION_LIMIT);
        transaction
            .execute(&format!("ALTER ROLE {role} CONNECTION LIMIT {limit}"))
            .await?;
    }
    if let Some(clause) = valid_until(data).filter(|_| data.has_change(Role::VALID_UNTIL)) {
        transaction
            .execute(&format!("ALTER ROLE {role} {clause}"))
            .await?;
    }
    let kept = change_memberships(&transaction, data, &name).await?;
    set_settings(&transaction, data).await?;
    // What a refresh will be unable to read is better reported before anything is changed.
    read_password(&transaction, data, data.get(Role::LOGIN)).await?;
    if name == old {
        transaction.commit().await?;
        return Ok(kept);
    }
    // Under its old name it could not be found again, even if the call ends before the answer
    // comes.
    data.begin_partial();
    data.set_partial(Role::NAME);
    data.set_id(&name);
    let committed = transaction.commit().await;
    if let Err(error) = &committed {
        let names = "SELECT rolname FROM pg_catalog.pg_roles";
        let is_renamed =
            error.is_connection_lost() && was_renamed(server, names, &old, &name).await;
        if is_renamed {
            return Ok(committed.map(|_| kept)?);
        }
        data.set_id(&old);
    }
    data.end_partial();
    Ok(committed.map(|_| kept)?)
}

async fn attempt_delete(server: &Server, data: &ResourceData<Role>) -> server::Result {
    let name = data.id().unwrap_or_default().to_owned();
    let role = ident(&name);
    let connection = server.connect(server.database()).await?;
    let transaction = connection.transaction().await?;
    lock_role(&transaction, &name).await?;
    let query = "SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = $1";
    if !transaction.exists(query, &[&name]).await? {
        return Ok(());
    }
    if !data.get(Role::SKIP_REASSIGN_OWNED) {
        let user = ident(server.user());
        with_membership(&transaction, server, &[name], async |transaction| {
            transaction
                .execute(&format!("REASSIGN OWNED BY {role} TO {user}"))
                .await?;
            transaction.execute(&format!("DROP OWNED BY {role}")).await
        })
        .await?;
    }
    if !data.get(Role::SKIP_DROP_ROLE) {
        transaction.execute(&format!("DROP ROLE {role}")).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// A role attribute that is on or off.
struct Flag {
    changed: bool,
    set: bool,
    name: &'static str,
}

impl Flag {
    fn keyword(&self) -> String {
        let Flag { set, name, .. } = self;
        format!("{}{name}", if *set { "" } else { "NO" })
    }
}

/// The flags that a server of this version supports.
fn flags(data: &ResourceData<Role>, version: Version) -> Vec<Flag> {
    let flag = |changed, set, name| Flag { changed, set, name };
    let get = |known: bool, flag: Flag| known.then_some(flag);
    let flags = [
        get(
            true,
            flag(
                data.has_change(Role::SUPERUSER),
                data.get(Role::SUPERUSER),
                "SUPERUSER",
            ),
        ),
        get(
            true,
            flag(
                data.has_change(Role::CREATE_DATABASE),
                data.get(Role::CREATE_DATABASE),
                "CREATEDB",
            ),
        ),
        get(
            true,
            flag(
                data.has_change(Role::CREATE_ROLE),
                data.get(Role::CREATE_ROLE),
                "CREATEROLE",
            ),
        ),
        get(
            true,
            flag(
                data.has_change(Role::INHERIT),
                data.get(Role::INHERIT),
                "INHERIT",
            ),
        ),
        get(
            true,
            flag(data.has_change(Role::LOGIN), data.get(Role::LOGIN), "LOGIN"),
        ),
        get(
            version.at_least((9, 5)),
            flag(
                data.has_change(Role::BYPASS_ROW_LEVEL_SECURITY),
                data.get(Role::BYPASS_ROW_LEVEL_SECURITY),
                "BYPASSRLS",
            ),
        ),
        get(
            version.at_least((9, 1)),
            flag(
                data.has_change(Role::REPLICATION),
                data.get(Role::REPLICATION),
                "REPLICATION",
            ),
        ),
    ];
    flags.into_iter().flatten().collect()
}

/// `VALID UNTIL …`, unless it is empty.
fn valid_until(data: &ResourceData<Role>) -> Option<String> {
    let text = data.get(Role::VALID_UNTIL);
    match text.to_ascii_lowercase().as_str() {
        "" => None,
        "infinity" => Some("VALID UNTIL 'infinity'".to_owned()),
        _ => Some(format!("VALID UNTIL {}", literal(&text))),
    }
}
