//! Answers that are deferred to a later run.

use schema_runtime::diagnostics::Diagnostic;

use super::cx::Cx;
use super::deferral::DeferReason;
use crate::result::Result;

/// Deferral, of an experimental Terraform.
impl<R> Cx<R> {
    /// Puts the answer off to a later run, in `plan`, `read` (of a data source too) and `import`:
    /// return what this returns. What the call set counts nowhere then; a plan stays unchanged.
    ///
    /// Only an experimental Terraform allows it (`-allow-deferral`); otherwise it is the error that
    /// the object cannot be planned or read yet. A provider whose settings are not known yet needs
    /// not ask: where deferral is allowed, its resources and data sources are deferred by us.
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
    /// # assert!(told.to_string().contains("cannot be put off"));
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
                "The provider cannot do this yet, since {why}, and this Terraform does not put off what cannot be done. \
                 Apply first what it needs, with -target."
            )
        } else {
            "Only plan, read and import can be put off. This is a bug in the provider.".to_owned()
        };
        Err(
            Diagnostic::error(format!("{name}: {operation} cannot be put off"))
                .with_detail(detail)
                .into(),
        )
    }

    /// Whether the client allows that this answer is deferred.
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
