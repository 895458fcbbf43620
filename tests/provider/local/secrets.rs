//! No output of the local runner has a sensitive value: expressions over such values, in every
//! place that takes one, as text and as JSON.

use crate::Bench;

const SECRETS: [&str; 3] = ["hunter2secret", "4815162342", "keysecret77"];

const VARIABLES: &str = "variable \"s\" {
  sensitive = true
  default   = \"hunter2secret\"
}
variable \"n\" {
  type      = number
  sensitive = true
  default   = 4815162342
}
variable \"list\" {
  sensitive = true
  default   = [\"hunter2secret\", 4815162342]
}
variable \"map\" {
  sensitive = true
  default   = { keysecret77 = \"hunter2secret\" }
}
variable \"strings\" {
  type      = set(string)
  sensitive = true
  default   = [\"hunter2secret\", \"keysecret77\"]
}
locals {
  part  = { open = \"a\", hidden = var.s }
  items = [\"a\", var.s, var.n]
}
";

/// Everything that is sensitive, and parts of it.
const MARKED: [&str; 12] = [
    "var.s",
    "var.n",
    "var.list",
    "var.map",
    "var.strings",
    "local.part",
    "local.items",
    "\"${var.s}\"",
    "{ (var.s) = 1 }",
    "[var.s, { a = var.n }]",
    "var.map[\"keysecret77\"]",
    "sensitive(\"hunter2secret\")",
];

const PLAIN: [&str; 7] = [
    "1",
    "\"a\"",
    "true",
    "null",
    "[1, \"a\"]",
    "{ a = 1 }",
    "mem_box.u.id",
];

const FUNCTIONS: [(&str, usize); 93] = [
    ("jsonencode", 1),
    ("jsondecode", 1),
    ("ephemeralasnull", 1),
    ("file", 1),
    ("tolist", 1),
    ("toset", 1),
    ("tomap", 1),
    ("tostring", 1),
    ("tonumber", 1),
    ("tobool", 1),
    ("length", 1),
    ("keys", 1),
    ("values", 1),
    ("merge", 2),
    ("concat", 2),
    ("flatten", 1),
    ("distinct", 1),
    ("contains", 2),
    ("lookup", 2),
    ("lookup", 3),
    ("element", 2),
    ("range", 2),
    ("zipmap", 2),
    ("join", 2),
    ("split", 2),
    ("format", 2),
    ("replace", 3),
    ("lower", 1),
    ("upper", 1),
    ("trimspace", 1),
    ("substr", 3),
    ("coalesce", 2),
    ("try", 2),
    ("sensitive", 1),
    ("base64encode", 1),
    ("base64decode", 1),
    ("sha256", 1),
    ("cidrsubnet", 3),
    ("cidrhost", 2),
    ("min", 2),
    ("max", 2),
    ("can", 1),
    ("abs", 1),
    ("alltrue", 1),
    ("anytrue", 1),
    ("base64sha256", 1),
    ("base64sha512", 1),
    ("basename", 1),
    ("ceil", 1),
    ("chomp", 1),
    ("chunklist", 2),
    ("cidrnetmask", 1),
    ("coalescelist", 2),
    ("compact", 1),
    ("dirname", 1),
    ("endswith", 2),
    ("filebase64", 1),
    ("filebase64sha256", 1),
    ("filebase64sha512", 1),
    ("fileexists", 1),
    ("filemd5", 1),
    ("filesha256", 1),
    ("filesha512", 1),
    ("floor", 1),
    ("indent", 2),
    ("index", 2),
    ("issensitive", 1),
    ("matchkeys", 3),
    ("md5", 1),
    ("one", 1),
    ("parseint", 2),
    ("pow", 2),
    ("regex", 2),
    ("regexall", 2),
    ("reverse", 1),
    ("setintersection", 2),
    ("setproduct", 2),
    ("setsubtract", 2),
    ("setunion", 2),
    ("sha512", 1),
    ("signum", 1),
    ("slice", 3),
    ("sort", 1),
    ("startswith", 2),
    ("strcontains", 2),
    ("strrev", 1),
    ("sum", 1),
    ("title", 1),
    ("transpose", 1),
    ("trim", 2),
    ("trimprefix", 2),
    ("trimsuffix", 2),
    ("urlencode", 1),
];

const OPERATORS: [&str; 13] = [
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||",
];

fn expressions() -> Vec<String> {
    let mut all: Vec<String> = MARKED.iter().map(|marked| (*marked).to_owned()).collect();
    for marked in MARKED {
        for operator in OPERATORS {
            for plain in ["1", "\"a\"", "0", "null", "[1]"] {
                all.push(format!("{marked} {operator} {plain}"));
                all.push(format!("{plain} {operator} {marked}"));
            }
        }
        for form in [
            "!MARKED",
            "-(MARKED)",
            "[1, 2][MARKED]",
            "{ a = 1 }[MARKED]",
            "tomap({ a = 1 })[MARKED]",
            "tolist([1])[MARKED]",
            "toset([1])[MARKED]",
            "null[MARKED]",
            "\"a\"[MARKED]",
            "(MARKED)[5]",
            "(MARKED)[\"x\"]",
            "(MARKED)[null]",
            "(MARKED).x",
            "(MARKED)[*].x",
            "(MARKED).*.x.y",
            "(MARKED) ? 1 : 2",
            "true ? MARKED : [[1]]",
            "MARKED == 1 ? { a = MARKED } : [MARKED]",
            "mem_box.u.id == \"\" ? MARKED : { b = 2 }",
            "\"x${MARKED}y\"",
            "\"%{ if MARKED }a%{ endif }\"",
            "\"%{ for v in MARKED }${v}%{ endfor }\"",
            "[for v in MARKED : v + 1]",
            "[for k, v in MARKED : k.x]",
            "[for v in MARKED : v if v]",
            "{ for k, v in MARKED : v => k }",
            "{ for k, v in MARKED : k => v... }",
            "{ for v in [1, 2] : MARKED => v }",
            "{ (MARKED) = 1 }.x",
            "{ for k, v in MARKED : \"same\" => v }",
            "max(MARKED...)",
            "nope(MARKED)",
            "format(MARKED, 1)",
            "format(\"%d %z\", MARKED)",
            "format(\"%d\", MARKED)",
            "replace(\"a\", \"/(${MARKED}/\", \"\")",
            "tonumber(format(\"%v\", MARKED))",
            "jsondecode(\"{${jsonencode(MARKED)}\")",
            "cidrhost(\"10.0.0.0/24\", MARKED)",
            "substr(MARKED, MARKED, 1)",
            "can(MARKED + 1) ? MARKED + 1 : MARKED - 1",
        ] {
            all.push(form.replace("MARKED", marked));
        }
        for (function, count) in FUNCTIONS {
            for place in 0..count {
                for plain in PLAIN {
                    let args: Vec<&str> = (0..count)
                        .map(|i| if i == place { marked } else { plain })
                        .collect();
                    all.push(format!("{function}({})", args.join(", ")));
                    if count == 1 {
                        break;
                    }
                }
            }
        }
    }
    all
}

#[track_caller]
fn check_silent(said: &str, what: &str) {
    for secret in SECRETS {
        assert!(!said.contains(secret), "{what} shows {secret}:\n{said}");
    }
}

async fn silent(bench: &Bench, line: &str, input: &str, what: &str) -> u8 {
    let done = bench.run_with(line, input).await;
    check_silent(&done.output, what);
    // An expression of the test may contain the secret, as a user could have typed it.
    check_silent(&done.errors, what);
    done.code
}

#[tokio::test]
async fn no_expression_shows_a_sensitive_value() {
    let bench = Bench::new("secret expressions");
    bench
        .file("variables.tf", VARIABLES)
        .config("resource \"mem_box\" \"u\" {\n  name = \"u\"\n}\n");
    let all: Vec<String> = expressions()
        .into_iter()
        // Console input is shown with its error.
        .filter(|e| !SECRETS.iter().any(|secret| e.contains(secret)))
        .collect();
    assert!(all.len() > 2000, "{}", all.len());
    let mut failed = 0;
    for expression in &all {
        let code = silent(&bench, "console", &format!("{expression}\n"), expression).await;
        failed += u32::from(code != 0);
    }
    // Both answers and errors were checked.
    assert!(
        failed > 500 && (failed as usize) < all.len() - 500,
        "{failed}"
    );
}

/// In all places that take an expression, with the provider's errors about it.
#[tokio::test]
async fn no_place_shows_a_sensitive_value() {
    let bench = Bench::new("secret places");
    let places = [
        "resource \"mem_box\" \"a\" {\n  name = EXPRESSION\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  size = EXPRESSION\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  weight = EXPRESSION\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = EXPRESSION\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  labels = EXPRESSION\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  labels = { a = EXPRESSION }\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  lid {\n    kind = EXPRESSION\n    depth = EXPRESSION\n  }\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  dynamic \"lid\" {\n    for_each = EXPRESSION\n    content {\n      kind = lid.value\n      depth = lid.key\n    }\n  }\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  nope = EXPRESSION\n}\n",
        "data \"mem_box\" \"a\" {\n  name = EXPRESSION\n}\n",
        "provider \"mem\" {\n  region = EXPRESSION\n}\nresource \"mem_box\" \"a\" {\n  name = \"a\"\n}\n",
        "output \"o\" {\n  value = EXPRESSION\n}\n",
        "output \"o\" {\n  value = EXPRESSION\n  sensitive = true\n}\n",
        "locals {\n  l = tonumber(EXPRESSION)\n}\nresource \"mem_box\" \"a\" {\n  name = local.l\n}\n",
    ];
    bench.file("variables.tf", VARIABLES);
    for place in places {
        for expression in MARKED {
            // The key must be written somewhere, and that is in the configuration's own text.
            if SECRETS.iter().any(|secret| expression.contains(secret)) {
                continue;
            }
            let configuration = place.replace("EXPRESSION", expression);
            bench.config(&configuration);
            for line in ["plan", "plan -json"] {
                silent(&bench, line, "", &configuration).await;
            }
        }
    }
}

/// Literals in the configuration and values from outside.
#[tokio::test]
async fn no_snippet_shows_a_sensitive_value() {
    for configuration in [
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = [\"hunter2secret\"]\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = nope(\"hunter2secret\")\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = upper(\"hunter2secret\", 1)\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = tonumber(\"hunter2secret\")\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = \"hunter2secret\" + 1\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = \"hunter2secret ${var.none}\"\n}\n",
        "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  cod = \"hunter2secret\"\n}\n",
        "variable \"v\" {\n  type = number\n  sensitive = true\n  default = \"hunter2secret\"\n}\n",
        "variable \"v\" {\n  type = number\n  default = \"hunter2secret\"\n  sensitive = true\n}\n",
        "variable \"v\" {\n  sensitive = true\n  default = nope(\"hunter2secret\")\n}\n",
        "variable \"v\" {\n  sensitive = true\n  default = \"hunter2secret\" + 1\n}\n",
        "variable \"v\" {\n  sensitive = true\n  default = { a = \"hunter2secret\" }.b.c\n}\n",
        "variable \"v\" {\n  sensitive = true\n  type = object({ a = optional(number, \"hunter2secret\") })\n}\n",
    ] {
        let bench = Bench::new("secret snippets");
        bench.config(configuration);
        for line in ["plan", "plan -json"] {
            let code = silent(&bench, line, "", configuration).await;
            assert_eq!(code, 1, "{configuration}");
        }
    }
    for ty in [
        "number",
        "list(number)",
        "object({ a = number })",
        "bool",
        "map(list(string))",
    ] {
        for value in [
            "hunter2secret",
            "\"hunter2secret\"",
            "[\"hunter2secret\"]",
            "[\"hunter2secret\", [",
            "{ a = \"hunter2secret\" }",
            "{ a = \"hunter2secret\" + 1 }",
            "[nope(\"hunter2secret\")]",
            "[upper(\"hunter2secret\", 1)]",
            "{ hunter2secret = hunter2secret.x }",
            "<<E\nhunter2secret\n",
        ] {
            let bench = Bench::new("secret values").env("TF_VAR_v", value);
            bench.config(&format!(
                "variable \"v\" {{\n  type = {ty}\n  sensitive = true\n}}\n\
                 resource \"mem_box\" \"a\" {{\n  name = \"a\"\n  size = var.v\n}}\n"
            ));
            for line in ["plan", "plan -json"] {
                assert_eq!(silent(&bench, line, "", value).await, 1, "{ty} {value}");
            }
            let bench = Bench::new("secret files");
            bench.config(&format!(
                "variable \"v\" {{\n  type = {ty}\n  sensitive = true\n}}\n\
                 resource \"mem_box\" \"a\" {{\n  name = \"a\"\n  size = var.v\n}}\n"
            ));
            bench.file("terraform.tfvars", &format!("v = {value}\n"));
            for line in ["plan", "plan -json"] {
                assert_eq!(silent(&bench, line, "", value).await, 1, "{ty} {value}");
            }
        }
    }
}

/// A provider's answers, and the checks of them.
#[tokio::test]
async fn no_check_of_an_answer_shows_a_sensitive_value() {
    for line in ["apply -auto-approve", "apply -auto-approve -json"] {
        let bench = Bench::new(&format!("secret answers {line}"));
        bench.file("variables.tf", VARIABLES);
        bench.config("resource \"mem_box\" \"a\" {\n  name = \"a\"\n  note = var.s\n}\n");
        bench.remote.breaks("create-after-id", "wrong");
        let done = bench.run(line).await;
        check_silent(&done.output, line);
        check_silent(&done.errors, line);
        assert_eq!(done.code, 1);
        let said = done.output + &done.errors;
        assert!(
            said.contains("something else") && said.contains("(sensitive value)"),
            "{said}"
        );
    }
}

/// Values that only the state knows to be sensitive: the block is gone, or has another value now.
#[tokio::test]
async fn no_message_shows_values_stored_as_sensitive() {
    let block = "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  note = VALUE\n}\n";
    for (after, step) in [
        (String::new(), "delete"),
        (String::new(), "read"),
        (block.replace("VALUE", "\"new\""), "update"),
        (block.replace("VALUE", "\"new\""), "read"),
    ] {
        for json in ["", " -json"] {
            let bench = Bench::new(&format!("secret stored {step} {}{json}", after.len()));
            bench.file("variables.tf", VARIABLES);
            bench.config(&block.replace("VALUE", "var.s"));
            bench.apply().await;
            bench.config(&after);
            bench.remote.breaks(step, "says hunter2secret");
            let done = bench.run(&format!("apply -auto-approve{json}")).await;
            assert_eq!(done.code, 1, "{step}{json}");
            check_silent(&done.output, step);
            check_silent(&done.errors, step);
            let said = done.output + &done.errors;
            assert!(said.contains("It was (sensitive value)"), "{said}");
        }
    }
}

/// The values of instances are in the expression of their `for_each`.
#[tokio::test]
async fn no_snippet_of_a_for_each_shows_a_sensitive_value() {
    let configuration = "resource \"mem_box\" \"a\" {\n  for_each = { a = \"hunter2secret\", b = nope() }\n  \
                         name = each.key\n  code = each.value\n}\n";
    let bench = Bench::new("secret for_each");
    bench.config(configuration);
    for line in ["plan", "plan -json", "validate"] {
        silent(&bench, line, "", configuration).await;
    }
}
