//! The same provider on Go's framework, as far as that can say it: a tuple is an object, and a map
//! of blocks is a set.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// The framework's attribute, its model type and further settings, for each of our types.
const TYPES: &[(&str, &str, &str, &str)] = &[
    ("String", "String", "String", ""),
    ("Secret", "String", "String", ""),
    ("Json", "String", "String", ""),
    ("CaseInsensitive", "String", "String", ""),
    ("Duration", "String", "String", ""),
    ("IpAddr", "String", "String", ""),
    ("Cidr", "String", "String", ""),
    ("bool", "Bool", "Bool", ""),
    ("i64", "Int64", "Int64", ""),
    ("u16", "Int64", "Int64", ""),
    ("f64", "Float64", "Float64", ""),
    ("Number", "Number", "Number", ""),
    ("Dynamic", "Dynamic", "Dynamic", ""),
    (
        "Vec<String>",
        "List",
        "List",
        ", ElementType: types.StringType",
    ),
    ("Vec<i64>", "List", "List", ", ElementType: types.Int64Type"),
    (
        "Set<String>",
        "Set",
        "Set",
        ", ElementType: types.StringType",
    ),
    (
        "BTreeMap<String, String>",
        "Map",
        "Map",
        ", ElementType: types.StringType",
    ),
    (
        "BTreeMap<String, bool>",
        "Map",
        "Map",
        ", ElementType: types.BoolType",
    ),
    (
        "(String, i64)",
        "Object",
        "Object",
        ", AttributeTypes: map[string]attr.Type{\"name\": types.StringType, \"number\": types.Int64Type}",
    ),
];

/// Validators by the beginning of ours, for the framework's types that have them here.
const VALIDATORS: &[(&str, &str, &str)] = &[
    (
        "length(1..=64)",
        "String",
        "stringvalidator.LengthBetween(1, 64)",
    ),
    ("length(..=8)", "String", "stringvalidator.LengthAtMost(8)"),
    (
        "one_of(",
        "String",
        "stringvalidator.OneOf(\"a\", \"b\", \"c\")",
    ),
    (
        "[length(1..)",
        "String",
        "stringvalidator.LengthAtLeast(1), stringvalidator.RegexMatches(regexp.MustCompile(\"^[a-z][a-z0-9-]*$\"), \"\")",
    ),
    ("range(1..=100)", "Int64", "int64validator.Between(1, 100)"),
    ("range(1..)", "Int64", "int64validator.AtLeast(1)"),
    ("range(2..)", "Int64", "int64validator.AtLeast(2)"),
    ("size(..=8)", "List", "listvalidator.SizeAtMost(8)"),
];

const FRAMEWORK: &str = "github.com/hashicorp/terraform-plugin-framework";

/// What files import; each is named once, because Go refuses an import that is not used.
const IMPORTS: &[(&str, &str)] = &[
    ("attr", "attr.Type(nil)"),
    ("resource", "resource.Resource(nil)"),
    ("resource/schema", "schema.Schema{}"),
    ("resource/schema/booldefault", "booldefault.StaticBool"),
    (
        "resource/schema/float64default",
        "float64default.StaticFloat64",
    ),
    ("resource/schema/int64default", "int64default.StaticInt64"),
    ("resource/schema/planmodifier", "planmodifier.String(nil)"),
    (
        "resource/schema/stringdefault",
        "stringdefault.StaticString",
    ),
    (
        "resource/schema/stringplanmodifier",
        "stringplanmodifier.RequiresReplace",
    ),
    ("schema/validator", "validator.String(nil)"),
    ("types", "types.StringType"),
    ("-validators/int64validator", "int64validator.AtLeast"),
    ("-validators/listvalidator", "listvalidator.SizeAtMost"),
    ("-validators/stringvalidator", "stringvalidator.OneOf"),
];

const MAIN: &str = "type gen struct{}

func (gen) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = \"gen\"
}

func (gen) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (gen) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (gen) DataSources(context.Context) []func() datasource.DataSource { return nil }

func main() {
	options := providerserver.ServeOpts{Address: \"registry.terraform.io/local/gen\"}
	if providerserver.Serve(context.Background(), func() provider.Provider { return gen{} }, options) != nil {
		os.Exit(1)
	}
}
";

/// The provider's test: the framework checks a schema.
const TEST: &str = "package main

import (
	\"context\"
	\"testing\"

	\"github.com/hashicorp/terraform-plugin-framework/resource\"
)

func TestFlatIsValid(t *testing.T) {
	var response resource.SchemaResponse
	flat{}.Schema(context.Background(), resource.SchemaRequest{}, &response)
	if found := response.Schema.ValidateImplementation(context.Background()); found.HasError() {
		t.Fatal(found)
	}
}
";

/// Its methods: each decodes the plan into the model, as a provider does that uses it.
const METHODS: &str = "
func (TYPE) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = \"gen_TYPE\"
}

func (TYPE) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var planned TYPEModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	planned.Id = types.StringValue(\"made\")
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
}

func (TYPE) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (TYPE) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var planned TYPEModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	response.Diagnostics.Append(response.State.Set(ctx, planned)...)
}

func (TYPE) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
";

/// Writes a module of it beside that of a provider.
pub(crate) fn write(module: &Path, provider: &Path, workspace: &Path) -> Result {
    fs::create_dir_all(module)?;
    // They need the same modules.
    for file in ["go.mod", "go.sum"] {
        let peers = workspace.join("tests/peers/go/learn");
        fs::copy(peers.join(file), module.join(file))?;
    }
    let mut names = Vec::new();
    for entry in fs::read_dir(provider.join("src"))? {
        let file = entry?.path();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        if name != "main" {
            let text = resource(&name, &fs::read_to_string(&file)?)?;
            fs::write(module.join(format!("r_{name}.go")), text)?;
            names.push(name.into_owned());
        }
    }
    names.sort();
    let list: String = names
        .iter()
        .map(|name| format!("\t\tfunc() resource.Resource {{ return {name}{{}} }},\n"))
        .collect();
    let imports = ["datasource", "provider", "providerserver", "resource"];
    let imports: String = imports
        .iter()
        .map(|name| format!("\t\"{FRAMEWORK}/{name}\"\n"))
        .collect();
    let resources = format!(
        "func (gen) Resources(context.Context) []func() resource.Resource {{\n\treturn []func() resource.Resource{{\n{list}\t}}\n}}\n"
    );
    let text = format!(
        "package main\n\nimport (\n\t\"context\"\n\t\"os\"\n\n{imports})\n\n{MAIN}\n{resources}"
    );
    fs::write(module.join("main.go"), text)?;
    Ok(fs::write(module.join("main_test.go"), TEST)?)
}

/// The file of a resource.
fn resource(name: &str, module: &str) -> Result<String> {
    let mut text = String::from("package main\n\nimport (\n\t\"context\"\n\t\"regexp\"\n\n");
    for (package, _) in IMPORTS {
        let separator = if package.starts_with('-') { "" } else { "/" };
        writeln!(text, "\t\"{FRAMEWORK}{separator}{package}\"")?;
    }
    text.push_str(")\n\nvar (\n\t_ = regexp.MustCompile\n");
    for (_, used) in IMPORTS {
        writeln!(text, "\t_ = {used}")?;
    }
    let id = "\"id\": schema.StringAttribute{Computed: true},\n";
    writeln!(text, ")\n\ntype {name} struct{{}}")?;
    let structs = module.split("#[derive(Schema)]").skip(1);
    for part in structs {
        let body = part
            .split_once("pub struct ")
            .ok_or("a struct has no name")?
            .1;
        let (ident, body) = body.split_once(" {\n").ok_or("a struct has no body")?;
        let body = body.split("\n}\n").next().unwrap_or(body);
        let root = part.contains("#[schema(resource");
        let (mut attributes, mut blocks, mut model) = (String::new(), String::new(), String::new());
        let lines: Vec<&str> = body.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            let [how, field] = pair else { continue };
            let Some(how) = how
                .strip_prefix("#[field(")
                .and_then(|how| how.strip_suffix(")]"))
            else {
                continue;
            };
            let (field, ty) = field.split_once(": ").ok_or("a field has no type")?;
            let ty = ty.trim_end_matches(',');
            let (is_block, of, kind) = one(name, how, ty)?;
            let place = if is_block {
                &mut blocks
            } else {
                &mut attributes
            };
            writeln!(place, "\t\t\"{field}\": {of},")?;

            writeln!(
                model,
                "\t{} types.{kind} `tfsdk:\"{field}\"`",
                capital(field)
            )?;
        }
        if root {
            writeln!(
                text,
                "\ntype {name}Model struct {{\n\tId types.String `tfsdk:\"id\"`\n{model}}}\n\n\
                 func ({name}) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {{\n\
                 \tresponse.Schema = schema.Schema{{MarkdownDescription: \"What it is.\", Attributes: map[string]schema.Attribute{{\n\
                 \t\t{id}{attributes}\t}}, Blocks: map[string]schema.Block{{\n{blocks}\t}}}}\n}}"
            )?;
        } else {
            // The two kinds of nesting have their own types.
            for (function, of) in [
                ("Attributes", "NestedAttributeObject"),
                ("Block", "NestedBlockObject"),
            ] {
                writeln!(
                    text,
                    "\nfunc {name}{ident}{function}() schema.{of} {{\n\treturn schema.{of}{{Attributes: map[string]schema.Attribute{{\n{attributes}\t}}}}\n}}"
                )?;
            }
        }
    }
    text.push_str(&METHODS.replace("TYPE", name));
    Ok(text)
}

/// Whether a field is a block, its schema and its type in the model.
fn one(resource: &str, how: &str, ty: &str) -> Result<(bool, String, &'static str)> {
    let ty = ty
        .strip_prefix("Option<")
        .and_then(|ty| ty.strip_suffix('>'))
        .unwrap_or(ty);
    let part = ty
        .find("Part")
        .or_else(|| ty.find("Rule"))
        .and_then(|at| ty.get(at..));
    if let Some(part) = part {
        let part = part.trim_end_matches('>');
        let is_block = how.starts_with("block");
        let form = if ty.starts_with("Vec") {
            "List"
        } else if ty.starts_with("BTreeMap") && !is_block {
            "Map"
        } else if ty.starts_with("Set") || ty.starts_with("BTreeMap") {
            "Set"
        } else {
            "Object"
        };
        let kind = if is_block { "Block" } else { "Attributes" };
        let what = if is_block { "Block" } else { "Attribute" };
        let optional = if is_block { "" } else { ", Optional: true" };
        let object = format!("{resource}{part}{kind}()");
        let text = match form {
            "Object" => {
                format!("schema.SingleNested{what}{{Attributes: {object}.Attributes{optional}}}")
            }
            form => format!("schema.{form}Nested{what}{{NestedObject: {object}{optional}}}"),
        };
        return Ok((is_block, text, form));
    }
    let (_, attribute, kind, more) = TYPES
        .iter()
        .find(|(ours, ..)| *ours == ty)
        .ok_or_else(|| format!("{ty} has no type of the framework"))?;
    let mut text = format!(
        "schema.{attribute}Attribute{{MarkdownDescription: \"A field, and what it means to a user of this provider.\"{more}"
    );
    let has = |word: &str| how.split(", ").any(|part| part == word);
    let default = how
        .split("default = ")
        .nth(1)
        .map(|rest| rest.split(',').next().unwrap_or(rest));
    let flags = [
        ("required", "Required"),
        ("optional", "Optional"),
        ("sensitive", "Sensitive"),
        ("write_only", "WriteOnly"),
    ];
    for (_, flag) in flags.iter().filter(|(word, _)| has(word)) {
        write!(text, ", {flag}: true")?;
    }
    // A default needs it too.
    if has("computed") || default.is_some() {
        text.push_str(", Computed: true");
    }
    if let Some(value) = default {
        let package = attribute.to_lowercase();
        write!(
            text,
            ", Default: {package}default.Static{attribute}({value})"
        )?;
    }
    if has("force_new") {
        text.push_str(
            ", PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}",
        );
    }
    let validate = how.split("validate = ").nth(1).unwrap_or_default();
    let validator = VALIDATORS.iter().find(|(ours, of, _)| {
        of == attribute && !validate.is_empty() && validate.starts_with(ours)
    });
    if let Some((.., theirs)) = validator {
        write!(text, ", Validators: []validator.{attribute}{{{theirs}}}")?;
    }
    text.push('}');
    Ok((false, text, kind))
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::resource;

    #[test]
    fn annotations_become_the_frameworks() {
        let ours = "//! One.\n\n#[derive(Schema)]\n#[schema(block)]\npub struct Part0 {\n    \
            #[field(required, validate = range(1..))]\n    field_0: i64,\n}\n\n\
            #[derive(Schema)]\n#[schema(resource = \"gen_thing_1\")]\npub struct Thing {\n    \
            #[field(optional, default = \"x\", force_new, validate = length(1..=64))]\n    field_0: String,\n    \
            #[field(block(set))]\n    field_50: BTreeMap<String, Part0>,\n    \
            #[field(nested(single), optional)]\n    field_51: Option<Part0>,\n}\n";
        let go = resource("thing_1", ours).unwrap();
        for line in [
            "\tField_50 types.Set `tfsdk:\"field_50\"`",
            "\"field_50\": schema.SetNestedBlock{NestedObject: thing_1Part0Block()},",
            "\"field_51\": schema.SingleNestedAttribute{Attributes: thing_1Part0Attributes().Attributes, Optional: true},",
            "Required: true, Validators: []validator.Int64{int64validator.AtLeast(1)}}",
            "Optional: true, Computed: true, Default: stringdefault.StaticString(\"x\"), PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}, \
             Validators: []validator.String{stringvalidator.LengthBetween(1, 64)}}",
        ] {
            assert!(go.contains(line), "{line}\nis not in\n{go}");
        }
    }
}
