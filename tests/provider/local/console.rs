//! `console`: expressions over a configuration and its state.

use crate::Bench;

/// Before an apply, only unknown values are no mistake.
#[tokio::test]
async fn the_console_reports_a_wrong_repetition() {
    let bench = Bench::new("console-repetition");
    let counted = |text: &str| {
        format!(
            "resource \"mem_box\" \"u\" {{\n  name = \"u\"\n}}\n\
             variable \"n\" {{\n  default = -1\n}}\n\
             resource \"mem_box\" \"a\" {{\n  {text}\n  name = \"a\"\n}}\n"
        )
    };
    bench.config(&counted("count = var.n"));
    let done = bench.run_with("console", "1\n").await.bad();
    assert_eq!(done.output, "");
    done.warns("Invalid count argument")
        .warns("on main.tf line 8");
    bench.config(&counted("for_each = { for k in [1, 1] : k => k }"));
    let done = bench.run_with("console", "1\n").await.bad();
    assert_eq!(done.output, "");
    bench.config(&counted("count = length(mem_box.u.serial)"));
    let done = bench.run_with("console", "1\n").await.good();
    assert_eq!(done.output, "1\n");
}

#[tokio::test]
async fn the_console_sees_variables_locals_and_the_state() {
    let bench = Bench::new("console");
    bench.config(
        "variable \"v\" {\n  default = \"x\"\n}\nlocals {\n  l = \"${var.v}-${mem_box.a.name}\"\n}\n\
         resource \"mem_box\" \"a\" {\n  name = \"a\"\n  code = \"hidden\"\n}\n",
    );
    let before = bench.run_with("console", "mem_box.a.serial\n").await.good();
    assert_eq!(before.output, "(known after apply)\n");
    bench.apply().await;
    let done = bench
        .run_with(
            "console -var v=y",
            "mem_box.a.name\n\nlocal.l\nmem_box.a.code\nexit\n1 + \n",
        )
        .await
        .good();
    assert_eq!(done.output, "\"a\"\n\"y-a\"\n(sensitive value)\n");
    let done = bench
        .run_with("console", "1\nmem_box.a.nme\n2\n")
        .await
        .bad();
    assert_eq!(done.output, "1\n");
    assert!(
        done.errors.contains("Did you mean \"name\"?"),
        "{}",
        done.errors
    );
    assert!(
        done.errors
            .contains("on <console-input> line 1, column 11:\n│   1: mem_box.a.nme"),
        "{}",
        done.errors
    );
    // With the names of Terraform's console.
    for (typed, fault, place) in [
        (
            "1)",
            "Extra characters after expression",
            "line 1, column 2",
        ),
        (
            "x = (2",
            "Extra characters after expression",
            "line 1, column 3",
        ),
        (
            "1 2",
            "Extra characters after expression",
            "line 1, column 3",
        ),
        (
            "1)\nb = (2",
            "Extra characters after expression",
            "line 1, column 2",
        ),
        (
            "1) + (2",
            "Extra characters after expression",
            "line 1, column 2",
        ),
        (
            "true) ? 1 : (2",
            "Extra characters after expression",
            "line 1, column 5",
        ),
        (
            "[1",
            "Unterminated tuple constructor expression",
            "line 1, column 1",
        ),
    ] {
        let done = bench.run_with("console", &format!("{typed}\n")).await.bad();
        assert!(
            done.errors.contains(&format!("Error: {fault}\n"))
                && done.errors.contains(&format!("on <console-input> {place}")),
            "{typed}: {}",
            done.errors
        );
    }
    bench
        .run("console -json")
        .await
        .bad()
        .warns("for other commands");
    assert_eq!(
        bench
            .calls()
            .iter()
            .filter(|call| *call == "create a")
            .count(),
        1
    );
}

#[tokio::test]
async fn the_console_sees_instances() {
    let bench = Bench::new("console-instances");
    bench.config(
        "resource \"mem_box\" \"c\" {\n  count = 2\n  name = [\"a\", \"b\"][count.index]\n}\n\
         resource \"mem_box\" \"e\" {\n  for_each = toset([\"x\", \"y\"])\n  name = each.key\n  code = each.value\n}\n",
    );
    bench.apply().await;
    let done = bench
        .run_with(
            "console",
            "mem_box.c[1].name\nmem_box.c[*].name\nmem_box.e[\"y\"].name\nlength(mem_box.e)\n\
             [for key, box in mem_box.e : \"${key}-${box.name}\"]\nmem_box.e[\"x\"].code\n",
        )
        .await
        .good();
    assert_eq!(
        done.output,
        "\"b\"\n[\n  \"a\",\n  \"b\",\n]\n\"y\"\n2\n[\n  \"x-x\",\n  \"y-y\",\n]\n(sensitive value)\n"
    );
    bench.run_with("console", "mem_box.c[2].name\n").await.bad();
}
