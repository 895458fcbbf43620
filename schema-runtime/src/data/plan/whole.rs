//! A plan as a whole: its objects, its changed fields, its kind.

use super::{PlanData, PlanKind};
use crate::attr::{Flat, Positions};
use crate::data::secrets::with_secrets;
use crate::data::unreadable::unusable;
use crate::data::{is_among, is_written};
use crate::diagnostics::{Diagnostic, Diagnostics, DiagnosticsError};
use crate::field_type::Mismatch;
use crate::object::{Object, decode, decode_flat, encode, encode_flat};
use crate::path::Path;
use crate::plan::PlanCore;
use crate::schema::Flags;
use crate::value::{Value, field_of};

/// The plan as a whole.
impl<R: Object> PlanData<R> {
    /// The same plan without its type, for code that works with any resource: whole objects as
    /// Terraform has them, and fields by flatmap path.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>(OLD, r#"{"name": "a", "size_mb": 16, "partition": [{"label": "?"}]}"#);
    /// let dynamic = plan.dynamic();
    /// assert_eq!(dynamic.value("partition.0.label"), Some(Val::Unknown));
    /// assert_eq!(dynamic.value("partition.#"), Some(Val::Known(Value::from(1))));
    /// assert_eq!(dynamic.configured("format"), Some(Val::Null));
    /// assert_eq!(dynamic.value("colour"), None);
    /// assert!(dynamic.has_change("size_mb"));
    /// // The configuration exactly as written has no defaults, and may hold unknowns.
    /// assert!(!dynamic.config().is_wholly_known());
    /// assert!(dynamic.prior().is_wholly_known());
    /// ```
    #[must_use]
    pub fn dynamic(&self) -> &PlanCore {
        &self.core
    }

    /// The same plan without its type, mutable.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a", "partition": [{"label": "p"}]}"#);
    /// plan.dynamic_mut().set_new("size_mb", 8);
    /// assert_eq!(plan.value(Image::SIZE_MB), Val::Known(8));
    /// plan.dynamic_mut().require_replace("partition.0.label");
    /// # let made = schema_runtime::plan::finish(plan.into_core(), false);
    /// # let paths: Vec<String> = made.requires_replace.iter().map(ToString::to_string).collect();
    /// # assert_eq!(paths, ["partition[0].label"]);
    /// ```
    pub fn dynamic_mut(&mut self) -> &mut PlanCore {
        &mut self.core
    }

    /// Reads all planned fields at once. Write-only values come from the configuration.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let mut plan = planning::<Image>(OLD, r#"{"name": "a"}"#);
    /// let mut image = plan.read_struct()?;
    /// image.sha256 = format!("{}-{}", image.name, image.size_mb.unwrap_or_default());
    /// plan.write_struct(&image);
    /// assert_eq!(plan.value(Image::SHA256), Val::Known("a-8".to_owned()));
    /// # Ok::<(), Diagnostics>(())
    /// ```
    ///
    /// # Errors
    /// A field is not known yet, or is null but its type is not nullable; all such
    /// fields are named.
    pub fn read_struct(&self) -> Result<R, DiagnosticsError> {
        self.read_where(|_| true, decode::<R>)
    }

    /// Likewise reads a struct that is flattened into this one (`#[field(flatten)]`).
    ///
    /// # Errors
    /// As [`read_struct`](Self::read_struct), for the fields of the flattened struct.
    pub fn read_struct_at<O: Object, P: Positions>(
        &self,
        flattened: Flat<R, O, P>,
    ) -> Result<O, DiagnosticsError> {
        let places = flattened.places();
        self.read_where(
            |position| is_among(&places, position),
            |planned| decode_flat::<R, O>(planned, &places),
        )
    }

    fn read_where<O>(
        &self,
        is_meant: impl Fn(usize) -> bool,
        read: impl FnOnce(&Value) -> Result<O, Mismatch>,
    ) -> Result<O, DiagnosticsError> {
        let core = &self.core;
        let block = &core.schema.block;
        let planned = with_secrets(block, &core.planned, &core.config);
        let fields = block.fields.iter().enumerate();
        let unknown: Diagnostics = fields
            .filter(|(position, field)| {
                let is_known = field_of(&planned, *position).is_wholly_known();
                !field.is(Flags::IMPLIED) && is_meant(*position) && !is_known
            })
            .map(|(_, field)| {
                Diagnostic::error(format!("{} is not known yet", field.name))
                    .with_detail("It will be known after apply. Read such a field with `value`.")
                    .at(Path::new(field.name.clone()))
            })
            .collect();
        if unknown.has_errors() {
            return Err(unknown.into());
        }
        read(&planned).map_err(|mismatch| unusable(block, &mismatch).into())
    }

    /// Plans all fields at once. Only computed fields that are not configured may differ from
    /// the plan; any other difference is an error in the plan. A zero keeps a planned null.
    pub fn write_struct(&mut self, all: &R) {
        self.write_where(encode(all), |_| true);
    }

    /// Likewise plans all fields of a struct that is flattened into this one.
    pub fn write_struct_at<O: Object, P: Positions>(&mut self, flattened: Flat<R, O, P>, all: &O) {
        let places = flattened.places();
        self.write_where(encode_flat::<R, O>(all, &places), |position| {
            is_among(&places, position)
        });
    }

    fn write_where(&mut self, all: Value, is_meant: impl Fn(usize) -> bool) {
        let Value::Object(values) = all else {
            return;
        };
        let block = self.core.schema.block.clone();
        for (position, (field, value)) in block.fields.iter().zip(values).enumerate() {
            let planned = field_of(&self.core.planned, position);
            let same = *planned == value || planned.is_null() && value.is_zero();
            if !same && is_meant(position) && is_written(field) {
                self.core.set_new_field(position, value);
            }
        }
    }

    /// The prior object as its struct; `None` if there is none or it cannot be read.
    #[must_use]
    pub fn prior_struct(&self) -> Option<R> {
        decode::<R>(&self.core.prior).ok()
    }

    /// The names of the root fields that currently change.
    #[must_use]
    pub fn changed_fields(&self) -> Vec<&str> {
        let fields = self.core.schema.block.fields.iter().enumerate();
        fields
            .filter(|(position, _)| {
                field_of(&self.core.prior, *position) != field_of(&self.core.planned, *position)
            })
            .map(|(_, field)| field.name.as_str())
            .collect()
    }

    /// The id of the prior object; `None` if there is none.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.core.prior_id.as_deref().filter(|id| !id.is_empty())
    }

    /// The kind of change that the plan makes.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let plan = planning::<Image>("null", r#"{"name": "a"}"#);
    /// assert_eq!(plan.kind(), PlanKind::Create);
    /// assert_eq!(plan.id(), None);
    /// ```
    #[must_use]
    pub fn kind(&self) -> PlanKind {
        if !matches!(self.core.prior, Value::Object(_)) {
            PlanKind::Create
        } else if self.core.prior == self.core.planned {
            PlanKind::NoOp
        } else {
            PlanKind::Update
        }
    }
}
