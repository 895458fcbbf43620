//! The layers of our crates, from the lowest up, each with what it is there for. A new module has to be
//! given its place.

use super::sources::Layers;

/// The rules of schemas.
pub(super) const RULES_CRATE: Layers = Layers {
    crate_name: "schema_rules",
    root: &[],
    order: &[
        ("refs", "knows nothing but data"),
        ("suggest", "knows nothing but texts"),
        ("duration", "knows nothing but digits"),
        ("pattern", "knows nothing but texts"),
        ("escape", "knows nothing but characters"),
        ("words", "knows nothing but texts"),
        ("format", "a duration is such a form"),
        (
            "catalogue",
            "tells what rules there are, and nothing of how they are checked",
        ),
        ("violation", "a broken rule"),
        ("shared_texts", "texts of violations"),
        ("scalar", "a list of kinds"),
        ("literal", "a value of a scalar kind"),
        (
            "validator",
            "judges literals, forms and scalar kinds; what is wrong with it breaks a rule",
        ),
        ("markdown", "prints the catalogue and the validators"),
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
        ("number", "knows nothing but digits"),
        ("ty", "types, whose names are texts"),
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
        ("secrets", "which values a field's table calls secret"),
        ("defaults", "what a field's table says stands for null"),
        ("codec", "reads and writes values by types and schemas"),
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
            "what author code sees of plans, states and configurations",
        ),
        ("__private", "what generated code names, from everywhere"),
    ],
};

pub(super) const DERIVE: Layers = Layers {
    crate_name: "schema_derive",
    root: &[],
    order: &[
        ("error", "mistakes of the author, at their tokens"),
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
        ("words", "texts that say how a thing is written"),
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
        ("hcl", "what does not parse is told with its place"),
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
        ("graph", "the order of what a configuration declares"),
        ("workspace", "names of states, and their files"),
        ("state", "objects by address"),
        ("moves", "the state by the addresses of a configuration"),
        ("checks", "core's checks, as messages"),
        (
            "changes",
            "a plan as data: outputs are typed values, and stored ones",
        ),
        ("events", "what is told while a command runs: plans too"),
        ("stop", "tells that the user asked"),
        (
            "run",
            "configuration, graph, state, listeners and stop of one command",
        ),
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
        (
            "documentation",
            "validates examples, of lists too; files for the command that is told of them",
        ),
        ("render", "plans, states and events, shown"),
        ("cli", "asks, runs the steps and renders what comes out"),
        ("evaluated", "for fuzzing: evaluates and renders"),
    ],
};

/// The documentation of a provider: pages out of schemas, examples and templates.
pub(super) const DOCS: Layers = Layers {
    crate_name: "schema_docs",
    root: &[],
    order: &[
        ("problem", "a file and a text"),
        ("markdown", "knows nothing but texts"),
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

pub(super) const TRANSPORT: Layers = Layers {
    crate_name: "schema_transport",
    root: &[],
    order: &[
        ("environment", "what Terraform says before anything runs"),
        ("error", "why serving failed"),
        ("listener", "a socket, where the environment wants it"),
        ("handshake", "tells the listener's address"),
        ("tls", "goes by the certificate that Terraform gave"),
        ("log", "knows levels and lines, and no calls"),
        ("proto", "messages, whoever sends them"),
        ("calls", "the table: names of calls and of their messages"),
        ("budget", "numbers, whatever they pay for"),
        ("metered", "bodies of any messages, with an account each"),
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
        ("output", "a descriptor of the process, and a text"),
        ("serve", "a server in a process of its own"),
        ("floor", "a listener, TLS and HTTP/2 without calls"),
    ],
};

pub(super) const SHELL: Layers = Layers {
    crate_name: "schema_shell",
    root: &[],
    order: &[
        ("result", "how author code ends"),
        ("api_error", "what an API's error means"),
        ("id", "unique names, out of nothing"),
        ("json", "documents of an API as values"),
        ("user_agent", "a text for an API"),
        ("signal", "one bit that is waited for"),
        ("timeouts", "what a schema says about time"),
        ("threads", "runs futures of any kind"),
        ("masks", "words that no log may show"),
        ("default_methods", "one bit for each method"),
        ("crash_log", "files of types and ids"),
        ("state_lock", "a unique name, a time and an environment"),
        (
            "deferral",
            "why an answer is put off, and where that is noted",
        ),
        (
            "context",
            "a call with its signal, its timeout and its client's threads",
        ),
        ("raw_state", "bytes that a codec reads"),
        ("old_identity", "raw state of an identity with its version"),
        (
            "old_state",
            "raw state with its version, and with what identified it",
        ),
        ("import", "ids to fields"),
        ("function", "parameters to a result, and nothing else"),
        (
            "ephemeral_data",
            "data of a call, and when the next one is due",
        ),
        ("found", "objects of a list, in a call"),
        ("untyped", "author code gets a context, data and old state"),
        ("definition", "untyped code, and what is checked about it"),
        ("provider", "names its definitions"),
        ("resource", "belongs to a provider"),
        ("data_source", "belongs to a provider"),
        ("ephemeral", "belongs to a provider"),
        ("list", "a resource that is listed"),
        ("action", "belongs to a provider"),
        ("state_store", "belongs to a provider"),
        ("typed", "the traits as untyped ones"),
        ("registration", "the traits as definitions"),
        ("upgrade_probe", "the traits as definitions"),
        ("pages", "an author's tool, with a context"),
        ("wait", "an author's tool, with a context"),
        ("macros", "expand to contexts and results"),
        ("lifecycle", "runs untyped code in calls of its own"),
        ("prelude", "what authors import of all the others"),
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
        ("get_metadata", CALL),
        ("get_provider_schema", CALL),
        ("get_functions", CALL),
        ("get_resource_identity_schemas", CALL),
        ("upgrade_resource_identity", CALL),
        ("call_function", CALL),
        ("validate_provider_config", CALL),
        ("configure_provider", CALL),
        ("validate_resource_config", CALL),
        ("validate_data_resource_config", CALL),
        ("validate_list_resource_config", CALL),
        ("upgrade_resource_state", CALL),
        ("read_resource", CALL),
        ("plan_resource_change", CALL),
        ("apply_resource_change", CALL),
        ("import_resource_state", CALL),
        ("move_resource_state", CALL),
        ("read_data_source", CALL),
        ("validate_action_config", CALL),
        ("plan_action", CALL),
        ("invoke_action", CALL),
        ("validate_state_store_config", CALL),
        ("configure_state_store", CALL),
        ("read_state_bytes", CALL),
        ("write_state_bytes", CALL),
        ("lock_state", CALL),
        ("unlock_state", CALL),
        ("get_states", CALL),
        ("delete_state", CALL),
        ("validate_ephemeral_resource_config", CALL),
        ("open_ephemeral_resource", CALL),
        ("renew_ephemeral_resource", CALL),
        ("close_ephemeral_resource", CALL),
        ("list_resource", CALL),
        ("generate_resource_config", CALL),
    ],
};

/// Why a module of the server stands above those that are none: it answers the call of its name.
pub(super) const CALL: &str = "a call";

/// The harness.
pub(super) const TESTING: Layers = Layers {
    crate_name: "schema_testing",
    root: &[],
    order: &[
        ("helpers", "know nothing of steps"),
        ("observed", "values, plans and states, whoever made them"),
        ("checks", "expectations, evaluated in what was observed"),
        ("steps", "commands with their checks"),
        (
            "drivers",
            "make the commands of steps, and answer with what is observed",
        ),
        ("harness", "gives steps to drivers, and judges the outcome"),
        (
            "conformance",
            "shares values, threads and deadlines; nothing of steps",
        ),
    ],
};

pub(super) const TESTING_OBSERVED: Layers = Layers {
    crate_name: "schema_testing",
    root: &["observed"],
    order: &[
        ("mode", "a word"),
        ("complaint", "lines of a log"),
        ("tree", "values of schemas"),
        ("redact", "trees, by what their schemas call sensitive"),
        (
            "results",
            "plans and states are made of trees, and printed redacted",
        ),
        ("failure", "a problem points to a line that was observed"),
        ("source", "finds such lines in a configuration"),
    ],
};

pub(super) const TESTING_CHECKS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["checks"],
    order: &[
        ("attribute", "an expectation of one value"),
        (
            "evaluate",
            "an expectation against a tree; what it finds is a problem",
        ),
        (
            "object",
            "expectations of an object, evaluated in what was observed",
        ),
        ("opened", "expectations of what was opened"),
        ("listed", "expectations of what a query lists"),
    ],
};

pub(super) const TESTING_STEPS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["steps"],
    order: &[
        ("test_context", "reads what was observed, by attributes"),
        ("step", "a command with its checks, or code of the test"),
        ("expect", "adds checks to a step"),
        (
            "misplaced",
            "compares the checks of a step with its command",
        ),
        (
            "outcome",
            "what was observed, against the expectations of a step",
        ),
    ],
};

pub(super) const TESTING_DRIVERS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["drivers"],
    order: &[
        (
            "driver",
            "makes the commands of steps, and answers with what is observed",
        ),
        ("in_process", "a driver"),
        ("terraform", "a driver, which reads JSON into trees"),
    ],
};

pub(super) const TESTING_HARNESS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["harness"],
    order: &[
        ("provider_test", "steps, and how they are gone through"),
        ("not_here", "what attributes, steps and tests have not"),
        (
            "runner",
            "gives a test's steps to a driver and judges the outcome",
        ),
        (
            "run",
            "a runner for each mode, in a thread, until its deadline",
        ),
        (
            "state_test",
            "shares trees, failures and threads with the others",
        ),
        ("sweep", "shares threads and deadlines"),
        ("schemas", "a provider's schemas alone"),
    ],
};

pub(super) const CONFORMANCE: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance"],
    order: &[
        (
            "findings",
            "a report in the making, from names of defects up",
        ),
        (
            "examples",
            "values of fields, and configurations made of them",
        ),
        (
            "kit",
            "has a provider, and records what it says and what is found",
        ),
        ("calls", "the kit calls the provider and code of examples"),
        ("secrets", "asks the kit what a provider accepts"),
        ("assemble", "findings to report, without secrets"),
        (
            "operations",
            "calls of the kit in their order, and what is wrong with the answers",
        ),
        ("builder", "examples and settings"),
        ("run", "everything, from the builder to the report"),
    ],
};

pub(super) const CONFORMANCE_FINDINGS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance", "findings"],
    order: &[
        ("class", "names of defects"),
        ("report", "findings have a class"),
        ("transcript", "texts"),
        ("stored_data", "values and their schemas"),
        ("collected", "a report in the making"),
    ],
};

pub(super) const CONFORMANCE_EXAMPLES: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance", "examples"],
    order: &[
        ("fields", "values and their schemas"),
        ("example", "allows classes"),
        ("candidates", "other values of fields"),
    ],
};

pub(super) const CONFORMANCE_OPERATIONS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance", "operations"],
    order: &[
        ("schemas", "what the kit can find without an example"),
        ("functions", "calls that need no object"),
        ("state_stores", "states that need no object"),
        ("example_run", "steps made of the kit's calls"),
        ("actions", "invokes the action of an example"),
        ("ephemeral", "opened and closed, of an example run"),
        (
            "generated",
            "the configuration of an object that an example run imported",
        ),
        ("write_only", "write-only arguments of an example run"),
        ("import", "imports the object of an example"),
        ("list", "lists the object of an example"),
        ("change", "updates the object of an example, field by field"),
        ("drift", "changes the object outside of Terraform"),
        ("provoke", "makes calls fail"),
        (
            "delete",
            "deletes the object, and provokes failures of that",
        ),
        ("lifecycle", "puts the parts in their order"),
    ],
};
