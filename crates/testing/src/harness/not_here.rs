//! Words that authors of tests look for, by the names of the Go SDK or of what is near: each does not compile, and says
//! what to write.

use crate::checks::attribute::Attribute;
use crate::harness::provider_test::ProviderTest;
use crate::steps::step::Step;

schema_runtime::__not_here! {
    impl[] Step, "not here" {
        expect_error(P) is StepExpectError: "a step has no `expect_error`", "help: write `.fails(\"…\")`, a pattern of the error";
        expects_error(P) is StepExpectsError: "a step has no `expects_error`", "help: write `.fails(\"…\")`, a pattern of the error";
        error(P) is StepError: "a step has no `error`", "help: write `.fails(\"…\")`, a pattern of the error";
        fails_with(P) is StepFailsWith: "a step has no `fails_with`", "help: write `.fails(\"…\")`, a pattern of the error";
        check(C) is StepCheck: "a step has no `check`",
            "help: write `.plans(creates(\"disk_image.a\"))` for what is planned, `.saves(object(\"disk_image.a\").attr(Image::NAME).is(\"…\"))` for what is stored";
        expect(C) is StepExpect: "a step has no `expect`",
            "help: write `.plans(creates(\"disk_image.a\"))` for what is planned, `.saves(object(\"disk_image.a\").attr(Image::NAME).is(\"…\"))` for what is stored";
        checks(C) is StepChecks: "a step has no `checks`",
            "help: write `.plans(creates(\"disk_image.a\"))` for what is planned, `.saves(object(\"disk_image.a\").attr(Image::NAME).is(\"…\"))` for what is stored";
        attr(P) is StepAttr: "a step has no `attr`: an attribute is that of an object",
            "help: write `.saves(object(\"disk_image.a\").attr(Image::NAME).is(\"…\"))`";
        creates(A) is StepCreates: "a step has no `creates`", "help: write `.plans(creates(\"disk_image.a\"))`";
        updates(A) is StepUpdates: "a step has no `updates`", "help: write `.plans(updates(\"disk_image.a\"))`";
        destroys(A) is StepDestroys: "a step has no `destroys`", "help: write `.plans(deletes(\"disk_image.a\"))`; a step that destroys everything is `Step::destroy()`";
        deletes(A) is StepDeletes: "a step has no `deletes`", "help: write `.plans(deletes(\"disk_image.a\"))`";
        replaces(A) is StepReplaces: "a step has no `replaces`", "help: write `.plans(replaces(\"disk_image.a\"))`";
        plan_is_empty() is StepPlanIsEmpty: "a step has no `plan_is_empty`", "help: write `.plans_nothing()`";
        expect_empty_plan() is StepExpectEmptyPlan: "a step has no `expect_empty_plan`", "help: write `.plans_nothing()`";
        expect_non_empty_plan() is StepExpectNonEmptyPlan: "a step has no `expect_non_empty_plan`", "help: write `.leaves_changes()`";
        verify() is StepVerify: "a step has no `verify`: an import is compared with what was stored by itself",
            "help: take it out; what an import cannot know is left out with `.ignoring(Image::NOTE)`";
        import_state_verify() is StepImportStateVerify: "a step has no `import_state_verify`: an import is compared with what was stored by itself",
            "help: take it out; what an import cannot know is left out with `.ignoring(Image::NOTE)`";
        run() is StepRun: "a step does not run by itself", "help: write `ProviderTest::new::<Disk>().step(Step::apply(…)).run()`";
    }
    impl[] ProviderTest, "not here" {
        apply(C) is TestApply: "a test has no `apply`", "help: write `.step(Step::apply(…))`";
        plan(C) is TestPlan: "a test has no `plan`", "help: write `.step(Step::plan(…))`";
        config(C) is TestConfig: "a test has no `config`", "help: write `.step(Step::apply(…))`, with the configuration of the step";
        check(C) is TestCheck: "a test has no `check`", "help: write `.step(Step::apply(…).saves(…))`: what is checked belongs to a step";
        destroy() is TestDestroy: "a test has no `destroy`", "help: take it out: everything is destroyed at the end by itself";
        import(A) is TestImport: "a test has no `import`", "help: write `.step(Step::import(\"disk_image.a\"))`";
    }
    impl[C, K] Attribute<C, K>, "not here" {
        eq(V) is AttributeEq: "an attribute has no `eq`", "help: write `.is(…)`";
        equal(V) is AttributeEqual: "an attribute has no `equal`", "help: write `.is(…)`";
        value(V) is AttributeValue: "an attribute has no `value`", "help: write `.is(…)`";
        exists() is AttributeExists: "an attribute has no `exists`", "help: write `.is_set()`";
        is_not_null() is AttributeIsNotNull: "an attribute has no `is_not_null`", "help: write `.is_set()`";
        is_some() is AttributeIsSome: "an attribute has no `is_some`", "help: write `.is_set()`";
        is_none() is AttributeIsNone: "an attribute has no `is_none`", "help: write `.is_null()`";
        count(N) is AttributeCount: "an attribute has no `count`", "help: write `.has_length(…)`";
        len(N) is AttributeLen: "an attribute has no `len`", "help: write `.has_length(…)`";
    }
}
