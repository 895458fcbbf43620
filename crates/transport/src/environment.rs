//! The plugin's settings in its environment.

use std::path::PathBuf;

/// The value of `TF_PLUGIN_MAGIC_COOKIE` that Terraform gives to every provider.
pub const MAGIC_COOKIE: &str = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/// The part of the environment that concerns the plugin server: read once at the program's entry
/// point with [`Environment::from_process`] and handed in, so that nothing else looks at the
/// process's environment.
///
/// In a variable that is not valid Unicode, replacement characters replace the invalid parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// `TF_PLUGIN_MAGIC_COOKIE`: proves that Terraform started the process.
    pub magic_cookie: Option<String>,
    /// `PLUGIN_PROTOCOL_VERSIONS`: the versions that the host speaks, separated by commas.
    pub protocol_versions: Option<String>,
    /// `PLUGIN_CLIENT_CERT`: the host's certificate in PEM; if set, mutual TLS is used.
    pub client_cert: Option<String>,
    /// `PLUGIN_MIN_PORT`: the first TCP port to try.
    pub min_port: Option<String>,
    /// `PLUGIN_MAX_PORT`: the last TCP port to try.
    pub max_port: Option<String>,
    /// `PLUGIN_UNIX_SOCKET_DIR`: where to create the socket.
    pub unix_socket_dir: Option<PathBuf>,
    /// `PLUGIN_UNIX_SOCKET_GROUP`: the group, by name or number, that may use the socket.
    pub unix_socket_group: Option<String>,
    /// The directory for temporary files, which holds the socket without `unix_socket_dir`.
    pub temp_dir: PathBuf,
    /// `TF_LOG_PROVIDER`: the log level for providers.
    pub log_provider: Option<String>,
    /// `TF_LOG`: the log level of everything.
    pub log: Option<String>,
}

impl Environment {
    /// Reads the process's environment; an empty variable counts as unset, as in go-plugin.
    #[must_use]
    pub fn from_process() -> Self {
        let path = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let text = |name| path(name).map(|value| value.to_string_lossy().into_owned());
        Self {
            magic_cookie: text("TF_PLUGIN_MAGIC_COOKIE"),
            protocol_versions: text("PLUGIN_PROTOCOL_VERSIONS"),
            client_cert: text("PLUGIN_CLIENT_CERT"),
            min_port: text("PLUGIN_MIN_PORT"),
            max_port: text("PLUGIN_MAX_PORT"),
            unix_socket_dir: path("PLUGIN_UNIX_SOCKET_DIR").map(PathBuf::from),
            unix_socket_group: text("PLUGIN_UNIX_SOCKET_GROUP"),
            temp_dir: std::env::temp_dir(),
            log_provider: text("TF_LOG_PROVIDER"),
            log: text("TF_LOG"),
        }
    }

    /// Whether Terraform (or OpenTofu) started this process as a provider plugin.
    #[must_use]
    pub fn launched_by_terraform(&self) -> bool {
        self.magic_cookie.as_deref() == Some(MAGIC_COOKIE)
    }
}
