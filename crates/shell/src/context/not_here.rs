//! Methods that provider developers look for on a context: each does not compile, and says what to
//! write.

use super::cx::Cx;

schema_runtime::__not_here! { impl[R] Cx<R>, "not here" {
    log(M) is CxLog: "a context has no `log`",
        "help: for the log of Terraform (`TF_LOG`) write `tracing::info!(…)`; for who waits `cx.progress(…)`, and for a warning `cx.warn(…)`";
    config(F) is CxConfig: "a context has no `config`",
        "help: the settings are read once, in `configure`: keep what is needed of them in the client, and write `cx.client()?`";
    error(M) is CxError: "a context has no `error`",
        "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(…).into())`; a log is written with `tracing::error!(…)`";
}}
