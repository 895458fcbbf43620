//! Methods that provider developers look for on a context: none compiles, and each error says what
//! to write.

use super::cx::Cx;

schema_runtime::__not_here! { impl[R] Cx<R>, "not here" {
    log(M) is CxLog: "a context has no `log`",
        "help: to write to Terraform's log (`TF_LOG`), use `tracing::info!(…)`; for progress use `cx.progress(…)`, and for a warning `cx.warn(…)`";
    config(F) is CxConfig: "a context has no `config`",
        "help: the settings are read once, in `configure`: keep what you need in the client, and write `cx.client()?`";
    error(M) is CxError: "a context has no `error`",
        "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(…).into())`; to log it, use `tracing::error!(…)`";
}}
