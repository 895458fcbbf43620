//! The layers of each crate, from the lowest up, each with its purpose. A new module needs an
//! entry.

use super::sources::Layers;

/// The rules of schemas.
pub(super) const RULES_CRATE: Layers = Layers {
    crate_name: "schema_rules",
    root: &[],
    order: &[
        ("refs", "knows nothing but data"),
        ("suggest", "knows nothing but strings"),
        ("duration", "knows nothing but digits"),
        ("pattern", "knows nothing but strings"),
        ("escape", "knows nothing but characters"),
        ("words", "knows nothing but strings"),
        ("format", "a duration is such a form"),
        (
            "catalogue",
            "tells what rules there are, and nothing of how they are checked",
        ),
        ("violation", "a broken rule"),
        ("shared_texts", "messages of violations"),
        ("scalar", "a list of kinds"),
        ("literal", "a value of a scalar kind"),
        (
            "validator",
            "judges literals, forms and scalar kinds; what is wrong with it breaks a rule",
        ),
        ("facts", "fields have kinds, literals and validators"),
        ("names", "by the kind of a block, under a rule"),
        ("check", "facts in, violations out"),
    ],
};

/// Schemas, values, plans.
pub(super) const RUNTIME: Layers = Layers {
    crate_name: "schema_runtime",
    root: &[],
    order: &[
        ("refs", "static or shared data, which everything is made of"),
        ("debug", "a macro over any type"),
        ("sealed", "knows no trait that it seals"),
        ("lock", "one function over locks"),
        ("serde_as_text", "a macro over any type that has a string"),
        ("number", "knows nothing but digits"),
        ("ty", "types, whose names are strings"),
        (
            "value",
            "values and sets of them: a dynamic one carries its type",
        ),
        ("path", "a step into a set is a value"),
        ("diagnostics", "a diagnostic points to a path"),
        (
            "schema",
            "tables of types, default values and functions that answer with diagnostics",
        ),
        (
            "default_values",
            "what a field's table says stands for null",
        ),
        ("codec", "reads and writes values by types and schemas"),
        (
            "secrets",
            "which values a field's table calls secret, documents among them",
        ),
        ("convert", "goes by types as the codecs print them"),
        (
            "field_type",
            "Rust types as schema types: a dynamic one converts",
        ),
        ("object", "derived structs, which are field types"),
        ("attr", "handles of the fields of a derived struct"),
        ("address", "dotted text to the steps of a handle"),
        (
            "validate",
            "a configuration against its schema, defaults filled in",
        ),
        (
            "validators",
            "the same checks called by hand, on field types",
        ),
        (
            "check",
            "a schema against the rules, its defaults against its validators",
        ),
        (
            "dynamic",
            "schemas from texts: whoever has one may ask `check` about it",
        ),
        (
            "terraform_core",
            "core's own functions, which owe nothing to how we plan",
        ),
        (
            "correlate",
            "which set element is which, by what the schema leaves open",
        ),
        (
            "reconcile",
            "written values in the form that is stored; sets are correlated",
        ),
        ("private", "bytes under keys, which know nothing of schemas"),
        ("plan", "the engine: what a hook writes is reconciled"),
        (
            "data",
            "what provider code sees of plans, states and configurations",
        ),
        ("__private", "what generated code names, from everywhere"),
    ],
};

pub(super) const DERIVE: Layers = Layers {
    crate_name: "schema_derive",
    root: &[],
    order: &[
        ("error", "mistakes in annotations, at their tokens"),
        (
            "recover",
            "what can be read of a struct that is being written",
        ),
        ("types", "what a Rust type's tokens look like"),
        (
            "close_types",
            "types that do not fit, and what to write instead",
        ),
        (
            "parse",
            "the keys of structs and fields, as they are written",
        ),
        ("words", "strings that say how a thing is written"),
        (
            "model",
            "what a struct says, decided; takes what was parsed",
        ),
        ("model_facts", "the model as the rules ask for it"),
        (
            "check",
            "takes the model, answers with the same and its warnings",
        ),
        ("emit", "takes what was checked, answers with tokens"),
        (
            "serde_names",
            "what serde calls a variant, beside the derive of enums",
        ),
        ("enums", "another derive, which needs no stages"),
        ("newtype", "another derive, which needs no stages"),
        ("underived", "what stands where a derive was forgotten"),
        ("registration", "what `resources!` and its kin expand to"),
    ],
};

/// The local runner: language, configuration, state, the steps of a run, the command line.
pub(super) const LOCAL: Layers = Layers {
    crate_name: "schema_local",
    root: &[],
    order: &[
        (
            "source",
            "text and places in it, which everything points to",
        ),
        ("message", "a diagnostic has a place in a file"),
        ("address", "names of things, as they are written"),
        ("depth", "how deep values go, whoever made them"),
        (
            "language",
            "files become values; what is wrong with them has a place",
        ),
        ("state", "objects by address; outputs are typed values"),
        (
            "run",
            "a configuration and a state, and what is done to objects",
        ),
        (
            "documentation",
            "a run validates the examples; files for the command that is told of them",
        ),
        ("render", "plans, states and events, shown"),
        ("cli", "asks, runs the steps and renders what comes out"),
    ],
};

/// The Terraform language, in the local runner.
pub(super) const LOCAL_LANGUAGE: Layers = Layers {
    crate_name: "schema_local",
    root: &["language"],
    order: &[
        ("hcl", "a syntax tree out of text"),
        (
            "eval",
            "expressions of the syntax tree, references to addresses",
        ),
        (
            "config",
            "blocks of the syntax tree; defaults and types are evaluated",
        ),
        (
            "expansion",
            "count and for_each of a configuration, evaluated",
        ),
        ("references", "whether what a configuration names is there"),
        (
            "variable_values",
            "values for what a configuration declares",
        ),
        ("body", "blocks of the syntax tree, evaluated by a schema"),
    ],
};

/// One command of the local runner, and its steps.
pub(super) const LOCAL_RUN: Layers = Layers {
    crate_name: "schema_local",
    root: &["run"],
    order: &[
        ("graph", "the order of what a configuration declares"),
        ("moves", "the state by the addresses of a configuration"),
        ("core_checks", "Terraform Core's checks, as messages"),
        (
            "changes",
            "a plan as data: outputs are typed values, and stored ones",
        ),
        ("events", "what is reported while a command runs: plans too"),
        ("stop", "reports that the user asked"),
        ("secrets", "strings in decoded settings"),
        (
            "context",
            "configuration, graph, state, listeners and stop of one command",
        ),
        ("settings", "configures the provider of a run"),
        ("remote_state", "a run's state, which its provider keeps"),
        ("actions", "an action in a run: planned, invoked"),
        ("conditions", "asks the run's scope"),
        ("validate", "a run that only validates the configuration"),
        ("refresh", "reads an object in a run, and checks it"),
        ("ephemeral", "opens and closes in a run"),
        ("plan", "plans what a run changes, after a refresh"),
        (
            "apply",
            "makes the changes of a plan; plans once more when everything is known",
        ),
        ("import", "takes an object into the state, after a refresh"),
        ("invoke", "invokes an action in a run, after a refresh"),
        ("query", "lists what exists, and changes nothing"),
    ],
};

/// The documentation of a provider: pages from schemas, examples and templates.
pub(super) const DOCS: Layers = Layers {
    crate_name: "schema_docs",
    root: &[],
    order: &[
        ("problem", "a file and a string"),
        ("markdown", "knows nothing but strings"),
        ("literal", "values of types"),
        ("kind", "a list of kinds"),
        ("relations", "the fields of a schema"),
        ("validators", "the validators of a field, in words"),
        ("facts", "a field, its default and its relations, in words"),
        ("section", "the fields of a schema, each with its facts"),
        (
            "function",
            "the parameters of a function, each with its facts",
        ),
        ("provider", "what has a page, of a kind"),
        ("sources", "files by what of a provider they are for"),
        ("import", "what has a page, and its examples"),
        ("template", "a file of the sources, filled in"),
        ("pages", "everything together"),
        ("compare", "pages and files"),
    ],
};

pub(super) const CLIENT: Layers = Layers {
    crate_name: "schema_client",
    root: &[],
    order: &[
        ("error", "why a start or a call failed"),
        ("identity", "a certificate"),
        ("handshake_line", "where a program says it is"),
        ("trust", "one certificate"),
        ("request_body", "bytes for HTTP"),
        (
            "connection",
            "calls with one message each way, whatever they say",
        ),
        ("stream", "calls with a stream of messages, on a connection"),
        ("raise", "messages of protocol 5, whoever sends them"),
        ("schema_json", "messages as JSON"),
        ("provider", "a connection's calls by name"),
        ("configured", "calls about whatever has a configuration"),
        ("state", "whole states by a provider's calls"),
        ("log", "lines, whoever writes them"),
        (
            "process",
            "a process and its log; it knows no calls but the last",
        ),
        ("plugin", "a process with a provider"),
        ("program", "makes processes and plugins"),
        ("asking", "a program that is started again"),
    ],
};

pub(super) const COMPARE: Layers = Layers {
    crate_name: "schema_compare",
    root: &[],
    order: &[
        ("side", "what is asked and answered, whoever answers"),
        ("schemas", "two schemas, and what they share"),
        ("values", "values of a schema, knows no program"),
        ("seeded", "numbers"),
        ("sources", "files, as values without a schema"),
        ("program", "a side that is a program"),
        ("case", "one input and the answers of one side"),
        ("shrink", "inputs, whatever is looked for in them"),
        ("intended", "the values of one place"),
        (
            "difference",
            "the answers of both, with what is intended of it",
        ),
        ("draft", "configurations of a schema"),
        ("generate", "inputs, with the answers of the old side"),
        ("report", "differences with their inputs"),
        ("engine", "everything together"),
    ],
};

pub(super) const OLD_PROGRAM: Layers = Layers {
    crate_name: "schema_old_program",
    root: &[],
    order: &[
        ("message", "fields of bytes, whatever they mean"),
        ("ported", "reads a type's name in a message"),
        ("snapshot", "schemas, and the bytes of their file"),
        ("agreement", "compares schemas"),
        ("spec", "a program, and its snapshot"),
        ("call_limit", "calls of a program"),
        ("log", "lines of the client"),
        (
            "documented",
            "the old schemas with our texts, by the table of types",
        ),
        ("merge", "makes one of schemas that agree"),
        ("error", "strings that name the program"),
        ("session", "runs the program; what goes wrong is an error"),
        ("convert", "values as bytes, by a schema"),
        ("ask", "values for the session's calls"),
        ("types", "a session in a runtime of its own"),
        ("installed", "folders of Terraform's"),
        ("handler", "goes by the table, and calls the session"),
        ("attach", "a provider's code with either of them"),
    ],
};

pub(super) const TRANSPORT: Layers = Layers {
    crate_name: "schema_transport",
    root: &[],
    order: &[
        ("environment", "what Terraform says before anything runs"),
        ("error", "why serving failed"),
        ("signals", "whatever they end"),
        ("listener", "a socket, where the environment wants it"),
        ("handshake", "tells the listener's address"),
        ("tls", "goes by the certificate that Terraform gave"),
        ("log", "knows levels and lines, and no calls"),
        (
            "proto",
            "messages, whoever sends them, and the table of the calls",
        ),
        ("budget", "numbers, whatever they pay for"),
        ("options", "data alone"),
        ("crew", "threads, whatever they do"),
        ("framed", "a message within the budget"),
        ("stream", "messages one by one, framed, within the budget"),
        (
            "handler",
            "answers in messages, with what a call holds; its methods are the table's rows",
        ),
        (
            "protocol5",
            "a handler's answers in the messages of protocol 5",
        ),
        ("weight", "bytes alone"),
        (
            "rpc",
            "from bytes to the handler's method of either protocol",
        ),
        ("services", "the provider's calls beside those of go-plugin"),
        ("admission", "connections, whatever is said on them"),
        ("server", "services on a listener"),
        (
            "reserved_output",
            "a descriptor of the process, and a string",
        ),
        ("entry_points", "a server in a process of its own"),
        ("floor", "a listener, TLS and HTTP/2 without calls"),
    ],
};

pub(super) const SHELL: Layers = Layers {
    crate_name: "schema_shell",
    root: &[],
    order: &[
        ("result", "how provider code ends"),
        (
            "process",
            "threads, words and files, whatever calls there are",
        ),
        (
            "context",
            "a call with its cancellation, its timeout and its client's threads",
        ),
        ("helpers", "tools for provider code, some with a context"),
        ("old_program", "a path and times"),
        (
            "state",
            "stored bytes with versions; a lock has a unique name",
        ),
        (
            "untyped",
            "provider code gets a context, data and old state",
        ),
        (
            "traits",
            "the same with types; a provider names definitions",
        ),
        (
            "registration",
            "the traits as definitions, and as untyped code",
        ),
        ("macros", "expand to contexts and results"),
        ("lifecycle", "runs untyped code in calls of its own"),
        ("prelude", "what providers import of all the others"),
    ],
};

/// Calls provider code, by kind.
pub(super) const LIFECYCLE: Layers = Layers {
    crate_name: "schema_shell",
    root: &["lifecycle"],
    order: &[
        ("private", "bytes under keys"),
        ("identity", "some of it is kept in private data"),
        (
            "instance",
            "what is known of a provider; schemas of identities are checked",
        ),
        ("defaults", "a configuration and a context"),
        ("validate_config", "calls of all kinds"),
        ("provider", "calls of a kind"),
        ("resource", "calls of a kind"),
        ("read_data_source", "calls of a kind"),
        ("ephemeral_resource", "calls of a kind"),
        ("call_function", "calls of a kind"),
        ("list_resource", "calls of a kind"),
        ("action", "calls of a kind"),
        ("state_store", "calls of a kind"),
    ],
};

pub(super) const SERVER: Layers = Layers {
    crate_name: "schema_server",
    root: &[],
    order: &[
        ("convert", "values on the wire"),
        ("size", "encoded values, counted"),
        (
            "computed_blocks",
            "a schema and what a client says of itself",
        ),
        ("schema", "schemas on the wire"),
        ("signature", "a function as the wire has schemas"),
        ("provider", "what calls begin with: a schema, a module"),
        ("identity", "values of a resource's identity on the wire"),
        ("calls", "what is asked, of a type or of the provider"),
    ],
};
