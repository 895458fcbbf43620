//! The checks cope with any schema: no panic, no duplicates, only known rules.

use proptest::prelude::*;
use schema_rules::{
    AllowFacts, BlockFacts, BlockKind, Bound, Collection, Computed, DefaultFacts, FieldFacts,
    Interval, Literal, Mode, Nesting, Scalar, Shape, TimeoutFacts, ValidatorFacts, ValidatorKind,
    check_block, parse_duration, snake_case, suggest,
};

const NAMES: [&str; 12] = [
    "a", "b", "id", "count", "timeouts", "source", "Size", "", "9", "a.b", "ünicode", "for_each",
];
const PATHS: [&str; 8] = ["a", "b", "a.b", "a.0.b", "", ".", "0", "b..a"];

/// A simple generator: one seed decides everything; shrinking the seed is enough here.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }
    fn coin(&mut self) -> bool {
        self.roll(4) == 0
    }
    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.roll(list.len())]
    }
    fn paths(&mut self) -> Vec<&'static str> {
        let n = if self.coin() { self.roll(4) } else { 0 };
        (0..n).map(|_| self.of(&PATHS)).collect()
    }
    fn literal(&mut self, depth: usize) -> Literal<'static> {
        match self.roll(if depth > 2 { 4 } else { 6 }) {
            0 => Literal::Text(self.of(&NAMES)),
            1 => Literal::Bool(true),
            2 => Literal::Integer(self.of(&[0, -1, 5, i128::MAX, i128::MIN])),
            3 => Literal::Float(self.of(&[0.5, f64::NAN, f64::INFINITY, -1e300])),
            _ => Literal::List((0..self.roll(3)).map(|_| self.literal(depth + 1)).collect()),
        }
    }
    fn interval(&mut self) -> Interval {
        let ends = [
            None,
            Some(Bound::Integer(3)),
            Some(Bound::Integer(-1)),
            Some(Bound::Float(f64::NAN)),
            Some(Bound::Float(2.5)),
        ];
        Interval {
            min: self.of(&ends),
            max: self.of(&ends),
            max_excluded: self.coin(),
            unlimited: self.coin(),
            unread: self.coin(),
        }
    }
    fn validator(&mut self, depth: usize) -> ValidatorFacts<'static> {
        let kind = match self.roll(if depth > 2 { 16 } else { 20 }) {
            0 => ValidatorKind::Range(self.interval()),
            1 => ValidatorKind::Length(self.interval()),
            2 => ValidatorKind::Size(self.interval()),
            3 => ValidatorKind::OneOf((0..self.roll(3)).map(|_| self.literal(2)).collect()),
            4 => ValidatorKind::Unique,
            5 => ValidatorKind::Custom,
            6 => ValidatorKind::Text,
            7 => ValidatorKind::Bytes(self.interval()),
            8 => ValidatorKind::Network(self.interval()),
            9 => ValidatorKind::Url((0..self.roll(3)).map(|_| self.literal(2)).collect()),
            10 => {
                ValidatorKind::OneOfIgnoreCase((0..self.roll(3)).map(|_| self.literal(2)).collect())
            }
            11 => ValidatorKind::DivisibleBy(self.coin().then(|| i128::MIN + self.roll(3) as i128)),
            12 => ValidatorKind::Format {
                format: &schema_rules::format::FORMATS
                    [self.roll(schema_rules::format::FORMATS.len())],
                default: None,
            },
            13 => ValidatorKind::Excludes(Some("é")),
            14 => ValidatorKind::NotZero,
            15 => ValidatorKind::Equals(self.coin()),
            16 => ValidatorKind::Each(vec![self.validator(depth + 1)]),
            17 => ValidatorKind::Keys(vec![self.validator(depth + 1)]),
            18 => ValidatorKind::Any(vec![self.validator(depth + 1)]),
            _ => ValidatorKind::Not(Box::new(self.validator(depth + 1))),
        };
        ValidatorFacts { name: "v", kind }
    }
    fn shape(&mut self, depth: usize) -> Shape<'static> {
        let nestings = [
            Nesting::Single,
            Nesting::Group,
            Nesting::List,
            Nesting::Set,
            Nesting::Map,
        ];
        match self.roll(if depth > 3 { 4 } else { 9 }) {
            0 | 1 => Shape::Unknown,
            2 => Shape::Dynamic,
            3 => Shape::Scalar(self.of(&[Scalar::String, Scalar::Integer, Scalar::Bool])),
            4 => {
                let kind = self.of(&[Collection::List, Collection::Set, Collection::Map]);
                Shape::collection(kind, self.shape(depth + 1))
            }
            5 => Shape::nested(
                self.of(&nestings),
                Some(self.block(BlockKind::Nested, depth + 1)),
            ),
            6 => Shape::block(self.of(&nestings), None),
            _ => Shape::block(
                self.of(&nestings),
                Some(self.block(BlockKind::Nested, depth + 1)),
            ),
        }
    }
    fn field(&mut self, depth: usize) -> FieldFacts<'static> {
        let mut f = FieldFacts::new(self.of(&NAMES), self.shape(depth));
        f.required = self.coin();
        f.optional = !self.coin();
        f.computed = match self.roll(6) {
            0 => Computed::Plain,
            1 => Computed::Volatile,
            2 => Computed::WhenChanged(self.paths()),
            _ => Computed::No,
        };
        f.force_new = self.coin();
        f.sensitive = self.coin();
        f.write_only = self.coin();
        f.removed = self.coin().then_some("gone");
        f.deprecated = self.coin().then_some("");
        f.input_default = self.coin().then_some("x");
        f.defaults = (0..if self.coin() { 2 } else { 1 })
            .map(|_| match self.roll(3) {
                0 => DefaultFacts::Function,
                _ => DefaultFacts::Literal(self.literal(0)),
            })
            .collect();
        f.validators = (0..self.roll(3)).map(|_| self.validator(0)).collect();
        f.diff_suppress = self.coin();
        f.canonical = self.coin();
        f.state_fn = self.coin();
        f.conflicts_with = self.paths();
        f.exactly_one_of = self.paths();
        f.at_least_one_of = self.paths();
        f.required_with = self.paths();
        f.totals = vec![("at_least_sum_of", self.paths())];
        f.prefer_write_only = self.paths();
        let counts = [None, None, Some(0), Some(-1), Some(2), Some(i64::MAX)];
        f.min_items = self.of(&counts);
        f.max_items = self.of(&counts);
        f.set_key = self.coin();
        f.list_key = self.coin();
        f.is_option = self.of(&[None, Some(true), Some(false)]);
        f.allow = vec![AllowFacts {
            rule: self.of(&["set_in_set", "nothing"]),
            reason: None,
        }];
        f
    }
    fn block(&mut self, kind: BlockKind, depth: usize) -> BlockFacts<'static> {
        let mut b = BlockFacts::new(kind);
        b.fields = (0..self.roll(4)).map(|_| self.field(depth)).collect();
        b.version = self.of(&[None, Some(i64::MIN), Some(i64::MAX), Some(1)]);
        b.id_when_changed = self.paths();
        b.timeouts = self.coin().then(|| {
            vec![TimeoutFacts {
                key: self.of(&NAMES),
                value: Some(self.of(&NAMES)),
            }]
        });
        b.type_name = Some(self.of(&NAMES));
        b
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_schema_gets_an_answer(seed: u64) {
        let mut dice = Dice(seed);
        let kinds = [BlockKind::Resource, BlockKind::DataSource, BlockKind::Provider, BlockKind::Nested];
        let kind = dice.of(&kinds);
        let block = dice.block(kind, 0);
        for mode in [Mode::Ours, Mode::Compatible] {
            let found = check_block(&block, mode);
            for (i, v) in found.iter().enumerate() {
                prop_assert_eq!(v.rule.info().rule, v.rule, "not in the catalogue");
                prop_assert!(!v.message.is_empty());
                prop_assert!(!found[..i].contains(v), "twice: {}", v);
            }
            // The struct first, then its fields in source order.
            let roots: Vec<usize> =
                found.iter().filter(|v| v.path.is_empty()).filter_map(|v| v.index).collect();
            prop_assert!(roots.is_sorted());
        }
    }

    #[test]
    fn durations_read_back(hours in 0i64..2_000_000, nanos in 0i64..3_600_000_000_000) {
        let total = hours.checked_mul(3_600_000_000_000).and_then(|h| h.checked_add(nanos));
        prop_assert_eq!(parse_duration(&format!("{hours}h{nanos}ns")).ok(), total);
        prop_assert_eq!(parse_duration(&format!("-{nanos}ns")), Ok(-nanos));
    }

    #[test]
    fn any_text_is_answered(text: String, other: String) {
        let _ = parse_duration(&text);
        if let Some(name) = snake_case(&text) {
            prop_assert!(schema_rules::is_identifier(&name), "{}", name);
        }
        if let Some(near) = suggest(&text, [other.as_str()]) {
            prop_assert_eq!(near, other.as_str());
        }
    }
}
