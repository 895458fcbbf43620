//! Methods that authors look for on a context: each does not compile, and says what to write.

use super::cx::Cx;

schema_runtime::__not_here! { impl[R] Cx<R>, "not here" {
    log(M) is CxLog: "a context has no `log`",
        "help: for the log of Terraform (`TF_LOG`) write `tracing::info!(…)`; for who waits `cx.progress(…)`, and for a warning `cx.warn(…)`";
    info(M) is CxInfo: "a context has no `info`",
        "help: for the log of Terraform (`TF_LOG`) write `tracing::info!(…)`; for who waits `cx.progress(…)`";
    debug(M) is CxDebug: "a context has no `debug`", "help: for the log of Terraform (`TF_LOG`) write `tracing::debug!(…)`";
    config(F) is CxConfig: "a context has no `config`",
        "help: the settings are read once, in `configure`: keep what is needed of them in the client, and write `cx.client()?`";
    meta() is CxMeta: "a context has no `meta`",
        "help: what Go calls so is the client: `cx.client()?`";
    provider() is CxProvider: "a context has no `provider`",
        "help: the settings are read once, in `configure`: keep what is needed of them in the client, and write `cx.client()?`";
    settings() is CxSettings: "a context has no `settings`",
        "help: the settings are read once, in `configure`: keep what is needed of them in the client, and write `cx.client()?`";
    state() is CxState: "a context has no `state`",
        "help: what is there of the object is in the data of the call: `data.get(Image::NAME)`, `data.get_change(Image::NAME)`";
    sleep(T) is CxSleep: "a context has no `sleep`",
        "help: wait for something with what `schema_provider::wait` has, which ends with the call; a bare pause is `tokio::time::sleep(…)`";
    report(M) is CxReport: "a context has no `report`", "help: write `cx.progress(…)` for who waits, or `tracing::info!(…)` for the log of Terraform";
    wait(T) is CxWait: "a context has no `wait`",
        "help: wait for something with what `schema_provider::wait` has, which ends with the call; a bare pause is `tokio::time::sleep(…)`";
    get(F) is CxGet: "a context has no `get`", "help: fields are read from the second argument: `data.get(Image::NAME)`";
    set(F, V) is CxSet: "a context has no `set`", "help: fields are written to the second argument: `data.set(Image::SHA256, …)`";
    data() is CxData: "a context has no `data`", "help: they are the second argument: `data.get(Image::NAME)`";
    error(M) is CxError: "a context has no `error`",
        "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(…).into())`; a log is written with `tracing::error!(…)`";
}}
