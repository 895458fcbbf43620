//! A data source.

use schema_provider::prelude::*;

use super::provider::Kitchen;

/// Says what it hears.
#[derive(Schema)]
#[schema(data_source = "kitchen_echo", timeouts(read = "1m"))]
pub(crate) struct Echo {
    #[field(required)]
    text: String,
    #[field(optional, default = "mild")]
    tone: String,
    #[field(optional)]
    words: Vec<String>,
    #[field(block(list))]
    line: Vec<Line>,
    #[field(computed)]
    answer: String,
    #[field(computed)]
    lengths: BTreeMap<String, i64>,
    #[field(computed, nested(list))]
    letters: Vec<Letter>,
}

/// A line.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Line {
    #[field(required)]
    text: String,
    #[field(computed)]
    length: i64,
}

/// A letter.
#[derive(Schema)]
#[schema(block)]
pub(crate) struct Letter {
    #[field(computed)]
    letter: String,
    #[field(computed)]
    place: i64,
}

impl DataSource for Echo {
    type Provider = Kitchen;

    async fn read(cx: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        let text = data.get(Echo::TEXT);
        if text == "panic" {
            panic!("the data source panics");
        }
        let _ = cx.client()?;
        data.set_id(&text);
        data.set(Echo::ANSWER, format!("{text}, {}", data.get(Echo::TONE)));
        let words = data.get(Echo::WORDS);
        let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        let lengths = words.iter().map(|word| (word.clone(), length(word)));
        data.set(Echo::LENGTHS, lengths.collect::<BTreeMap<_, _>>());
        let lines = data.get(Echo::LINE).into_iter().map(|line| Line {
            length: length(&line.text),
            text: line.text,
        });
        data.set(Echo::LINE, lines.collect::<Vec<_>>());
        let letters = text.chars().enumerate().map(|(place, letter)| Letter {
            letter: letter.to_string(),
            place: i64::try_from(place).unwrap_or(i64::MAX),
        });
        data.set(Echo::LETTERS, letters.collect::<Vec<_>>());
        Ok(())
    }
}
