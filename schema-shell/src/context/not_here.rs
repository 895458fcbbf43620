//! Methods that authors look for on a context: each does not compile, and says what to write.

use schema_runtime::data::Itself;

use super::Cx;

macro_rules! not_here {
    ($($method:ident is $bound:ident: $message:tt, $help:tt;)+) => {
        $(
            #[diagnostic::on_unimplemented(message = $message, label = "not here", note = $help)]
            pub trait $bound {
                /// What the compiler takes for unknown, so that it says nothing more of what is done with the answer.
                type Answer;
                /// Never called.
                fn never() -> Self::Answer;
            }
        )+

        impl<R> Cx<R> {$(
            #[doc(hidden)]
            pub fn $method<M, Me>(&self, _: M) -> Me::Answer
            where
                Me: $bound,
                Self: Itself<Is = Me>,
            {
                Me::never()
            }
        )+}
    };
}

not_here! {
    log is CxLog: "a context has no `log`",
        "help: for the log of Terraform (`TF_LOG`) write `tracing::info!(…)`; for who waits `cx.progress(…)`, and for a warning `cx.warn(…)`";
    info is CxInfo: "a context has no `info`",
        "help: for the log of Terraform (`TF_LOG`) write `tracing::info!(…)`; for who waits `cx.progress(…)`";
    debug is CxDebug: "a context has no `debug`", "help: for the log of Terraform (`TF_LOG`) write `tracing::debug!(…)`";
    error is CxError: "a context has no `error`",
        "help: return it: `bail!(\"…\")`, or `Err(Diagnostic::error(…).into())`; a log is written with `tracing::error!(…)`";
}
