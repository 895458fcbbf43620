//! Answers that are deferred to a later run.

use schema_runtime::diagnostics::Diagnostic;

use super::cx::Cx;
use super::deferral::DeferReason;
use crate::result::Result;

/// Deferral, for an experimental Terraform.
impl<R> Cx<R> {
    /// Defers the answer to a later run, in `plan`, `read` (also of a data source) and `import`:
    /// return what this returns. Values that the call has set are then ignored; a plan stays
    /// unchanged.
    ///
    /// Only an experimental Terraform allows it (`-allow-deferral`); otherwise it returns the error
    /// that the object cannot be planned or read yet. If the provider's settings are not known yet,
    /// you need not call it: the SDK defers all resources and data sources if deferral is allowed.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # fn exists(_: &str) -> bool { false }
    /// # fn read(cx: &Cx<()>) -> Result {
    /// if !exists("the cluster") {
    ///     return cx.defer(DeferReason::AbsentPrerequisite);
    /// }
    /// # Ok(())
    /// # }
    /// # let told = Cx::<()>::__example((), async |cx, _| read(&cx.typed())).unwrap_err();
    /// # assert!(told.to_string().contains("cannot be deferred"));
    /// ```
    ///
    /// # Errors
    /// The client does not allow it.
    pub fn defer(&self, reason: DeferReason) -> Result {
        if let Some(deferral) = &self.call.deferral {
            deferral.note(reason);
            return Ok(());
        }
        let (name, operation, why) = (self.type_name(), self.call.operation, reason.words());
        let detail = if operation.may_be_deferred() {
            format!(
                "The provider cannot do this yet, since {why}, and this Terraform does not defer \
                 changes. Apply first what it needs, with -target."
            )
        } else {
            "Only plan, read and import can be deferred. This is a bug in the provider.".to_owned()
        };
        Err(
            Diagnostic::error(format!("{name}: {operation} cannot be deferred"))
                .with_detail(detail)
                .into(),
        )
    }

    /// Whether the client allows deferring this answer.
    ///
    /// ```
    /// # use schema_provider::prelude::*;
    /// # Cx::<()>::__example((), async |cx, _| {
    /// assert!(!cx.deferral_allowed());
    /// # });
    /// ```
    #[must_use]
    pub fn deferral_allowed(&self) -> bool {
        self.call.deferral.is_some()
    }
}
