//! Behaviour of numbers: tables, the oracle's strings, and properties.

mod oracle;
mod vectors;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use proptest::prelude::*;

use crate::number::digits::{Digits, float_text};
use crate::number::{ArithmeticError, Number, ParseNumberError, Repr, Wire};

/// The exact value of the float64 0.1.
const EXACT_TENTH: &str = "0.1000000000000000055511151231257827021181583404541015625";

fn parse(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn float(f: f64) -> Number {
    Number::from_f64(f).unwrap()
}

fn hash(number: &Number) -> u64 {
    let mut hasher = DefaultHasher::new();
    number.hash(&mut hasher);
    hasher.finish()
}

fn written(digits: &Digits) -> String {
    format!(
        "{}e{}",
        std::str::from_utf8(&digits.digits).unwrap(),
        digits.exponent
    )
}

#[test]
fn is_small_and_shared() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Number>();
    assert_eq!(size_of::<Number>(), 16);
}

#[test]
fn reads_and_writes_texts() {
    let cases = [
        ("0", "0"),
        ("-0", "-0"),
        ("-0.00e5", "-0"),
        ("0e99999999999", "0"),
        ("007", "7"),
        ("+1", "1"),
        ("1.", "1"),
        (".5", "0.5"),
        ("-.5", "-0.5"),
        ("1.10", "1.1"),
        ("1e3", "1000"),
        ("1E+3", "1000"),
        ("12.5e-3", "0.0125"),
        ("1p3", "8"),
        ("1p-1", "0.5"),
        ("0.3P1", "0.6"),
        ("1e21", "1000000000000000000000"),
        ("-9223372036854775809", "-9223372036854775809"),
        ("Inf", "+Inf"),
        ("+inf", "+Inf"),
        ("-Inf", "-Inf"),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text).to_string(), expected, "{text}");
    }
}

/// What `terraform console` shows for each of these as a string.
#[test]
fn a_minus_before_zero_is_seen_in_its_text_only() {
    let minus = parse("-0");
    assert_eq!(minus, Number::ZERO);
    assert_eq!(hash(&minus), hash(&Number::ZERO));
    assert_eq!(minus.wire(), Wire::Int(0));
    assert_eq!(minus.as_i64(), Some(0));
    assert_eq!(minus.as_f64(), 0.0);
    assert!(minus > Number::from(-1) && minus < float(0.5) && minus.is_integer());
    assert_eq!(float(-0.0).to_string(), "-0");
    let (one, five) = (Number::from(1), Number::from(5));
    for (found, expected) in [
        (Ok(-&Number::ZERO), "-0"),
        (Ok(-&minus), "0"),
        (Number::ZERO.checked_mul(&-&one), "-0"),
        (Number::ZERO.checked_div(&-&five), "-0"),
        (minus.checked_add(&minus), "-0"),
        (minus.checked_sub(&Number::ZERO), "-0"),
        (minus.checked_rem(&five), "-0"),
        (Number::ZERO.checked_rem(&-&five), "0"),
        (Number::ZERO.checked_sub(&Number::ZERO), "0"),
        (one.checked_sub(&one), "0"),
        (Number::from(-8).checked_rem(&Number::from(4)), "0"),
        (float(-2.5).checked_rem(&float(0.5)), "0"),
        (minus.checked_add(&five), "5"),
    ] {
        assert_eq!(found.unwrap().to_string(), expected);
    }
}

#[test]
fn rejects_other_texts() {
    for text in [
        "", "+", "-", ".", "e5", ".e5", "1e", "1e+", "1e5.", " 1", "1 ", "1_000", "0x1f", "0b1",
        "1/3", "--1", "+-1", "NaN", "nan", "INF", "Infinity", "é", "1é", "١", "1e5e5", "1p1p1",
        "1..2",
    ] {
        assert_eq!(Number::parse(text), Err(ParseNumberError::Syntax), "{text}");
    }
}

#[test]
fn json_texts_are_stricter() {
    for text in ["0", "-0", "1", "10", "0.5", "-1.25e+3", "1E5", "1e-7"] {
        assert_eq!(Number::parse_json(text), Number::parse(text), "{text}");
        assert!(Number::parse_json(text).is_ok(), "{text}");
    }
    for text in [
        "", "-", "+1", "01", "-01", "1.", ".5", "1.e5", "Inf", "1p3", "1e", " 1", "0x1",
    ] {
        assert_eq!(
            Number::parse_json(text),
            Err(ParseNumberError::Syntax),
            "{text}"
        );
    }
}

#[test]
fn limits() {
    assert_eq!(Number::parse("1e10000"), Err(ParseNumberError::OutOfRange));
    assert_eq!(Number::parse("9e-10002"), Err(ParseNumberError::OutOfRange));
    assert_eq!(
        Number::parse("1e-99999999999999999999"),
        Err(ParseNumberError::OutOfRange)
    );
    assert_eq!(Number::parse("1p40000"), Err(ParseNumberError::OutOfRange));
    assert_eq!(
        Number::parse("1p-2147483649"),
        Err(ParseNumberError::OutOfRange)
    );
    assert_eq!(
        Number::parse(&"1".repeat(12_001)),
        Err(ParseNumberError::TooLong)
    );
    assert_eq!(
        Number::parse(&"1".repeat(12_000)),
        Err(ParseNumberError::OutOfRange)
    );
    // A value that is 10^10000 only after rounding.
    assert_eq!(
        Number::parse(&"9".repeat(10_000)),
        Err(ParseNumberError::OutOfRange)
    );
    for text in ["9e9999", "-1e-10000", "123456789e9990"] {
        let number = parse(text);
        assert!(number.to_string().len() <= Number::MAX_TEXT);
        assert_eq!(parse(&number.to_string()), number, "{text}");
    }
}

#[test]
fn precision_of_512_bits() {
    for (text, expected) in oracle::DECIMALS {
        let number = parse(text);
        let (_, digits) = number.text_digits().unwrap();
        assert_eq!(&written(&digits), expected, "{text}");
        assert_eq!(parse(expected), number, "{text}");
    }
}

#[test]
fn precision_of_53_bits() {
    for (bits, expected) in oracle::FLOATS {
        assert_eq!(
            &written(&float_text(f64::from_bits(*bits))),
            expected,
            "{bits:#x}"
        );
    }
}

/// At a power of two, Core's text is not the shortest that reads back as the same float.
#[test]
fn floats_that_share_a_text_are_equal() {
    let power = 2f64.powi(-44);
    assert_eq!(float(power).to_string(), "0.00000000000005684341886080801");
    assert_eq!(float(power), float(power.next_down()));
    assert_eq!(hash(&float(power)), hash(&float(power.next_down())));
    assert_ne!(float(power), float(power.next_up()));
    // Ties go to the even digit.
    assert_eq!(
        float(2f64.powi(50) + 0.25).to_string(),
        "1125899906842624.2"
    );
    assert_eq!(
        float(2f64.powi(50) + 0.75).to_string(),
        "1125899906842624.8"
    );
}

#[test]
fn equality_is_by_text_or_exact() {
    assert_eq!(float(0.1), parse("0.1"));
    assert_eq!(hash(&float(0.1)), hash(&parse("0.1")));
    assert_ne!(float(0.1), parse(EXACT_TENTH));
    assert!(float(0.1) < parse(EXACT_TENTH));
    assert_eq!(float(0.5), parse("0.5"));
    assert_eq!(float(1e3), Number::from(1000));
    assert_eq!(float(-0.0), Number::ZERO);
    // Whole numbers compare by value, not by the text padded with zeros.
    let power = float(2f64.powi(63));
    assert_eq!(power, parse("9223372036854775808"));
    assert_eq!(hash(&power), hash(&parse("9223372036854775808")));
    assert_ne!(power, parse(&power.to_string()));
    assert_ne!(float(1e300), parse("1e300"));
    assert_eq!(float(1e22), parse("1e22"));
    assert_ne!(Number::INFINITY, Number::NEG_INFINITY);
}

#[test]
fn wire_forms() {
    let text = |text: &str| Wire::Text(text.to_owned());
    let cases = [
        (parse("0.1"), text("0.1")),
        (float(0.1), Wire::Float(0.1)),
        (parse(EXACT_TENTH), Wire::Float(0.1)),
        (parse("0.5"), Wire::Float(0.5)),
        (parse("-2.75"), Wire::Float(-2.75)),
        (parse("0.15"), text("0.15")),
        (parse("9007199254740993.5"), text("9007199254740993.5")),
        (parse("9007199254740992.5"), text("9007199254740992.5")),
        (
            parse("2251799813685249.5"),
            Wire::Float(2_251_799_813_685_249.5),
        ),
        (parse("1e-400"), text(&format!("0.{}1", "0".repeat(399)))),
        (parse("9223372036854775807"), Wire::Int(i64::MAX)),
        (parse("9223372036854775808"), text("9223372036854775808")),
        (float(2f64.powi(63)), text("9223372036854776000")),
        (float(-2f64.powi(63)), Wire::Int(i64::MIN)),
        (float(1e3), Wire::Int(1000)),
        (Number::INFINITY, Wire::Float(f64::INFINITY)),
        (Number::NEG_INFINITY, Wire::Float(f64::NEG_INFINITY)),
    ];
    for (number, wire) in cases {
        assert_eq!(number.wire(), wire, "{number:?}");
    }
}

#[test]
fn rust_numbers() {
    assert!(Number::from_f64(f64::NAN).is_err());
    assert!(Number::try_from(f32::NAN).is_err());
    assert_eq!(
        Number::try_from(0.1f32).unwrap(),
        float(0.100_000_001_490_116_12)
    );
    assert_eq!(Number::from(u64::MAX).as_u64(), Some(u64::MAX));
    assert_eq!(Number::from(u64::MAX).as_i64(), None);
    assert_eq!(float(1e19).as_u64(), Some(10u64.pow(19)));
    assert_eq!(float(2f64.powi(127)).as_i128(), None);
    assert_eq!(float(-2f64.powi(127)).as_i128(), Some(i128::MIN));
    assert_eq!(parse("-1").as_u64(), None);
    assert_eq!(parse("0.5").as_i128(), None);
    assert_eq!(parse("1e400").as_f64(), f64::INFINITY);
    assert_eq!(parse("1e400").exact_f64(), None);
    assert_eq!(parse("1e-400").exact_f64(), None);
    assert_eq!(Number::from(i64::MAX).exact_f64(), None);
    assert_eq!(
        parse("18446744073709551616").exact_f64(),
        Some(2f64.powi(64))
    );
    assert_eq!(Number::INFINITY.to_json_text(), None);
    assert_eq!(parse("1e-7").to_json_text().as_deref(), Some("0.0000001"));
    assert!(!Number::INFINITY.is_integer() && !Number::INFINITY.is_finite());
    assert!(parse("1e50").is_integer() && float(1e50).is_integer() && !parse("0.1").is_integer());
    assert_eq!(
        format!("{:>6}|{:?}", parse("-1.5"), float(1.5)),
        "  -1.5|Number(1.5f64)"
    );
}

#[test]
fn arithmetic_beyond_integers() {
    let [add, sub, mul, div, rem] = [
        Number::checked_add,
        Number::checked_sub,
        Number::checked_mul,
        Number::checked_div,
        Number::checked_rem,
    ];
    let text = |result: Result<Number, ArithmeticError>| result.unwrap().to_string();
    assert_eq!(text(add(&parse("0.1"), &parse("0.2"))), "0.3");
    assert_eq!(text(add(&float(0.1), &float(0.2))), "0.30000000000000004");
    assert_eq!(
        text(add(&float(0.1), &parse("1"))),
        format!("1{}", &EXACT_TENTH[1..])
    );
    assert_eq!(
        text(sub(&parse("1"), &parse("1e-20"))),
        "0.99999999999999999999"
    );
    assert_eq!(text(sub(&float(0.1), &float(0.1))), "0");
    assert_eq!(text(mul(&parse("1e20"), &parse("-1.5e-20"))), "-1.5");
    assert_eq!(
        text(div(&parse("1"), &parse("3"))),
        format!("0.{}5", "3".repeat(154))
    );
    assert_eq!(text(div(&parse("1"), &parse("10"))), "0.1");
    assert_eq!(text(div(&parse("-7"), &parse("2"))), "-3.5");
    assert_eq!(text(rem(&parse("7.5"), &parse("-2"))), "1.5");
    assert_eq!(text(rem(&parse("-7"), &parse("2"))), "-1");
    assert_eq!(text(rem(&parse("1e100"), &parse("7"))), "4");
    // A quotient too small for a float64 is not lost.
    assert_ne!(text(div(&float(5e-324), &float(1.5e300))), "0");

    let (one, zero, infinity) = (parse("1"), Number::ZERO, Number::INFINITY);
    assert_eq!(div(&one, &zero), Err(ArithmeticError::DivisionByZero));
    assert_eq!(div(&infinity, &zero), Err(ArithmeticError::DivisionByZero));
    assert_eq!(rem(&one, &zero), Err(ArithmeticError::DivisionByZero));
    assert_eq!(sub(&infinity, &infinity), Err(ArithmeticError::Undefined));
    assert_eq!(mul(&infinity, &zero), Err(ArithmeticError::Undefined));
    assert_eq!(div(&infinity, &-&infinity), Err(ArithmeticError::Undefined));
    assert_eq!(rem(&infinity, &one), Err(ArithmeticError::Undefined));
    assert_eq!(add(&infinity, &infinity), Ok(infinity.clone()));
    assert_eq!(mul(&infinity, &parse("-2")), Ok(Number::NEG_INFINITY));
    assert_eq!(div(&one, &infinity), Ok(zero));
    let huge = parse("1e9000");
    assert_eq!(mul(&huge, &huge), Err(ArithmeticError::OutOfRange));
    assert_eq!(
        div(&parse("1e-9000"), &huge),
        Err(ArithmeticError::OutOfRange)
    );
    assert_eq!(add(&huge, &parse("1e-9000")), Ok(huge));
}

/// Any number, often close to another.
fn numbers() -> impl Strategy<Value = Number> {
    let near = prop::sample::select(vec![
        0.1,
        0.5,
        1.5,
        1e21,
        5e-324,
        9.2e18,
        2f64.powi(-44),
        1e300,
    ]);
    let digits = "[0-9]{1,30}(\\.[0-9]{1,30})?(e-?[0-9]{1,2})?";
    prop_oneof![
        any::<i64>().prop_map(Number::from),
        (-5i64..5).prop_map(Number::from),
        any::<i128>().prop_map(Number::from),
        any::<f64>().prop_filter_map("NaN", |f| Number::from_f64(f).ok()),
        near.clone().prop_map(float),
        near.clone().prop_map(|f| float(f.next_up())),
        near.clone().prop_map(|f| float(-f.next_down())),
        near.prop_map(|f| parse(&float(f).to_string())),
        (-8i32..8, -4i32..4).prop_map(|(m, e)| float(f64::from(m) * 2f64.powi(e))),
        digits.prop_map(|text| parse(&text)),
        digits.prop_map(|text| -parse(&text)),
        "[0-9]{150,170}(e-?[0-9]{1,3})?".prop_map(|text| parse(&text)),
        Just(Number::INFINITY),
        Just(Number::NEG_INFINITY),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn text_round_trip(a in numbers()) {
        let read = parse(&a.to_string());
        // As in Core, the text of a large whole float is not its exact value.
        if !matches!(a.0, Repr::Float(_)) || !a.is_integer() {
            prop_assert_eq!(&read, &a);
            prop_assert_eq!(hash(&read), hash(&a));
        }
        prop_assert_eq!(read.to_string(), a.to_string());
        if let Some(json) = a.to_json_text() {
            prop_assert_eq!(Number::parse_json(&json), Ok(read));
        }
    }

    #[test]
    fn order_is_total(a in numbers(), b in numbers(), c in numbers()) {
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert_eq!((-&a).cmp(&-&b), b.cmp(&a));
        if a == b {
            prop_assert_eq!(hash(&a), hash(&b));
        }
        if a <= b && b <= c {
            prop_assert!(a <= c);
        }
        // Only numbers whose difference a float64 cannot represent may be ordered differently.
        if a.as_f64() < b.as_f64() {
            prop_assert!(a <= b);
        }
    }

    #[test]
    fn integers_as_i128(a: i64, b: i64, wide in -(1i128 << 62)..1 << 62) {
        let (x, y, z) = (Number::from(a), Number::from(b), Number::from(wide << 20));
        let (a, b, c) = (i128::from(a), i128::from(b), wide << 20);
        prop_assert_eq!(x.checked_add(&y), Ok(Number::from(a + b)));
        prop_assert_eq!(x.checked_sub(&z), Ok(Number::from(a - c)));
        prop_assert_eq!(z.checked_add(&y), Ok(Number::from(c + b)));
        prop_assert_eq!(x.checked_mul(&y), Ok(Number::from(a * b)));
        prop_assert_eq!(x.cmp(&z), a.cmp(&c));
        prop_assert_eq!(z.as_i128(), Some(c));
        prop_assert_eq!(z.to_string(), c.to_string());
        if b != 0 {
            prop_assert_eq!(z.checked_rem(&y), Ok(Number::from(c % b)));
            let exact = z.checked_sub(&Number::from(c % b)).unwrap();
            prop_assert_eq!(exact.checked_div(&y), Ok(Number::from(c / b)));
        }
    }

    #[test]
    fn floats_as_std(f: f64) {
        prop_assume!(!f.is_nan());
        let number = float(f);
        prop_assert_eq!(number.as_f64(), f);
        prop_assert_eq!(number.exact_f64(), Some(f));
        if f.is_finite() {
            // The full exact expansion reads back as the same value.
            let exact = format!("{f:.1100}");
            let read = parse(&exact);
            prop_assert_eq!(read.exact_f64(), Some(f));
            prop_assert_eq!(exact.parse::<f64>().unwrap(), read.as_f64());
        }
    }

    #[test]
    fn texts_as_std(text in "-?[0-9]{1,25}(\\.[0-9]{0,25})?(e[+-]?[0-9]{1,3})?") {
        let number = parse(&text);
        // Adding zero removes the sign of a negative zero.
        prop_assert_eq!(number.as_f64(), text.parse::<f64>().unwrap() + 0.0);
    }

    #[test]
    fn floats_add_and_divide_as_std(a in -1e9..1e9, b in -1e9..1e9) {
        let (x, y) = (float(a), float(b));
        prop_assume!(matches!((&x.0, &y.0), (Repr::Float(_), Repr::Float(_))));
        prop_assert_eq!(x.checked_add(&y), Ok(float(a + b)));
        prop_assert_eq!(x.checked_div(&y), Ok(float(a / b)));
        // The exact product rounds to the floats' product, and the exact remainder equals theirs.
        prop_assert_eq!(x.checked_mul(&y).unwrap().as_f64(), a * b);
        prop_assert_eq!(x.checked_rem(&y).unwrap().as_f64(), a % b);
    }

    #[test]
    fn never_panics(text in "[-+0-9.eEpPInf_ ]{0,12}", junk in ".{0,8}") {
        for text in [text, junk] {
            if let (Err(_), Ok(number)) = (Number::parse(&text), Number::parse_json(&text)) {
                panic!("{text:?} is JSON for {number} but no number");
            }
        }
    }

    #[test]
    fn operations_agree(a in numbers(), b in numbers()) {
        if let (Ok(sum), true) = (a.checked_add(&b), a.is_finite()) {
            prop_assert_eq!(&sum, &b.checked_add(&a).unwrap());
        }
        prop_assert_eq!(a.checked_mul(&b), b.checked_mul(&a));
        prop_assert_eq!((-&a).checked_rem(&b), a.checked_rem(&b).map(|rest| -rest));
        if let Ok(rest) = a.checked_rem(&b) {
            prop_assert!(rest.as_f64().abs() <= b.as_f64().abs());
        }
    }
}
