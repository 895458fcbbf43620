//! `tracing` events as lines that Terraform's log understands, on standard error.
//!
//! Each event is one JSON object in the form of go-hclog: `@level`, `@message`, `@module`,
//! `@timestamp`, and the fields of the event and of the spans around it as plain keys. Terraform
//! shows it at its own level; a line of a different form would be DEBUG text.
//!
//! Records of the crate `log`, which many service clients use, are written in the same way.
//!
//! `TF_LOG_PROVIDER`, or else `TF_LOG`, sets the level. Events of the HTTP/2 and TLS libraries are
//! omitted at all levels: they are noise to a provider developer, and nobody has checked them for
//! secrets.
//!
//! [`run`](super::run) installs it, unless the program has set a subscriber before: then everything
//! goes there, and the program should add [`HclogLayer`] to it.
//!
//! ```
//! use schema_transport::Environment;
//! use schema_transport::log::{HclogLayer, level};
//! use tracing_subscriber::layer::SubscriberExt as _;
//!
//! // What Terraform reads; beside it, layers of one's own.
//! let terraform = HclogLayer::new(std::io::stderr(), level(&Environment::from_process()));
//! let subscriber = tracing_subscriber::registry().with(terraform);
//! // In `main`: tracing::subscriber::set_global_default(subscriber)
//! tracing::subscriber::with_default(subscriber, || tracing::info!(disk = "a", "created"));
//! ```

mod line;

use super::environment::Environment;
use line::{Fields, Line};
use std::borrow::Cow;
use std::io::Write;
use std::marker::PhantomData;
use std::sync::Mutex;
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::{LookupSpan, Registry, Scope, SpanRef};

/// Crates whose events are omitted.
const SILENT: [&str; 8] = [
    "h2",
    "hyper",
    "hyper_util",
    "mio",
    "rustls",
    "tokio",
    "tonic",
    "tokio_util",
];

/// The level that the environment requests; an invalid level means all, as in Terraform.
#[must_use]
pub fn level(environment: &Environment) -> LevelFilter {
    let word = environment
        .log_provider
        .as_deref()
        .or(environment.log.as_deref());
    match word.map(|word| word.trim().to_ascii_uppercase()).as_deref() {
        None | Some("OFF" | "") => LevelFilter::OFF,
        Some("ERROR") => LevelFilter::ERROR,
        Some("WARN") => LevelFilter::WARN,
        Some("INFO") => LevelFilter::INFO,
        Some("DEBUG") => LevelFilter::DEBUG,
        Some(_) => LevelFilter::TRACE,
    }
}

/// Writes events and records of `log` to standard error from now on, in the whole process, masked
/// by `mask`; does nothing if the environment requests no log, or if a subscriber was set before.
pub fn install(environment: &Environment, mask: Option<&'static dyn Mask>) {
    let level = level(environment);
    if level == LevelFilter::OFF {
        return;
    }
    let layer = HclogLayer {
        mask,
        ..HclogLayer::new(std::io::stderr(), level)
    };
    let subscriber = Registry::default().with(layer);
    // The provider developer's own subscriber wins, and so does their logger for `log`.
    if tracing::subscriber::set_global_default(subscriber).is_ok()
        && log::set_logger(&Records::<std::io::Stderr>(PhantomData)).is_ok()
    {
        // The layer knows the level; this only avoids building events that it ignores.
        log::set_max_level(level.to_string().parse().unwrap_or(log::LevelFilter::Trace));
    }
}

/// A layer that writes events in go-hclog's JSON form.
///
/// ```
/// use schema_transport::log::HclogLayer;
/// use tracing::level_filters::LevelFilter;
/// use tracing_subscriber::layer::SubscriberExt as _;
///
/// let layer = HclogLayer::new(std::io::stderr(), LevelFilter::INFO);
/// let subscriber = tracing_subscriber::registry().with(layer);
/// tracing::subscriber::with_default(subscriber, || tracing::info!(disk = "a", "created"));
/// ```
#[derive(Debug)]
pub struct HclogLayer<W> {
    output: Mutex<W>,
    level: LevelFilter,
    mask: Option<&'static dyn Mask>,
}

/// The rules for what must not be logged.
pub trait Mask: Send + Sync {
    /// A string that may be logged, with secrets replaced.
    fn text<'a>(&self, text: &'a str) -> Cow<'a, str>;

    /// Whether values of a field of this name must not be logged.
    fn hides_field(&self, name: &str) -> bool;
}

/// The replacement for values of such fields.
const HIDDEN: &str = "(sensitive value)";

/// Debug output does not show it.
impl std::fmt::Debug for dyn Mask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mask")
    }
}

impl<W: Write + 'static> HclogLayer<W> {
    /// Writes events up to `level` to `output`, each with one call of `write_all`.
    #[must_use]
    pub fn new(output: W, level: LevelFilter) -> Self {
        Self {
            output: Mutex::new(output),
            level,
            mask: None,
        }
    }

    /// The same, with this masking.
    #[must_use]
    pub fn masked(self, mask: &'static dyn Mask) -> Self {
        Self {
            mask: Some(mask),
            ..self
        }
    }

    fn wants(&self, level: Level, target: &str) -> bool {
        let root = target.split("::").next().unwrap_or(target);
        level <= self.level && !SILENT.contains(&root)
    }

    /// Writes a line with the fields of the spans around it, from the outermost inwards, its own
    /// last: the nearest value of a key wins.
    fn write<S>(&self, mut line: Line, scope: Option<Scope<'_, S>>, own: &Fields)
    where
        S: for<'a> LookupSpan<'a>,
    {
        for span in scope.into_iter().flat_map(Scope::from_root) {
            if let Some(fields) = span.extensions().get::<Fields>() {
                line.add(fields);
            }
        }
        line.add(own);
        // Values of a span may have become secret since.
        line.mask(self.mask);
        line.shorten();
        let text = line.finish(std::time::SystemTime::now());
        // A thread that panicked while writing left at most half a line behind.
        let mut output = schema_panic::lock(&self.output);
        // A failure to write the log is not an error.
        let _ = output.write_all(text.as_bytes());
    }
}

impl<S, W> Layer<S> for HclogLayer<W>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: Write + 'static,
{
    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        if self.wants(*metadata.level(), metadata.target()) {
            Interest::always()
        } else {
            Interest::never()
        }
    }

    fn enabled(&self, metadata: &Metadata<'_>, _: Context<'_, S>) -> bool {
        self.wants(*metadata.level(), metadata.target())
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(self.level)
    }

    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut fields = Fields::masked(self.mask);
            attributes.record(&mut fields);
            span.extensions_mut().insert(fields);
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            // Before the span is locked: the provider developer's `Debug` may log in it.
            let mut recorded = Fields::masked(self.mask);
            values.record(&mut recorded);
            if let Some(fields) = span.extensions_mut().get_mut::<Fields>() {
                fields.merge(recorded);
            }
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let metadata = event.metadata();
        let line = Line::new(*metadata.level(), metadata.target());
        let mut fields = Fields::masked(self.mask);
        event.record(&mut fields);
        self.write(line, context.event_scope(event), &fields);
    }
}

/// Records of the crate `log`, which many service clients use, written by the layer like events.
struct Records<W>(PhantomData<fn() -> W>);

impl<W: Write + 'static> log::Log for Records<W> {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let level = match record.level() {
            log::Level::Error => Level::ERROR,
            log::Level::Warn => Level::WARN,
            log::Level::Info => Level::INFO,
            log::Level::Debug => Level::DEBUG,
            log::Level::Trace => Level::TRACE,
        };
        tracing::dispatcher::get_default(|dispatch| {
            let layer = dispatch.downcast_ref::<HclogLayer<W>>();
            let layer = layer.filter(|layer| layer.wants(level, record.target()));
            if let (Some(layer), Some(registry)) = (layer, dispatch.downcast_ref::<Registry>()) {
                let current = registry.current_span();
                let span = current.id().and_then(|id| registry.span(id));
                let message = Fields::of_message(record.args().to_string());
                let line = Line::new(level, record.target());
                layer.write(line, span.as_ref().map(SpanRef::scope), &message);
            }
        });
    }

    fn flush(&self) {}
}

#[cfg(test)]
mod tests;
