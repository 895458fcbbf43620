//! Counting and printing.

use std::fmt;

/// How many cases of a suite agreed, and the first that did not.
#[derive(Debug)]
pub struct Summary {
    name: String,
    agreed: usize,
    disagreed: usize,
    left_out: usize,
    first: Vec<String>,
    unusable: Vec<String>,
}

/// As many disagreements are printed in full.
const SHOWN: usize = 10;

impl Summary {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Summary {
            name: name.to_owned(),
            agreed: 0,
            disagreed: 0,
            left_out: 0,
            first: Vec::new(),
            unusable: Vec::new(),
        }
    }

    /// Counts a case. The text of an `Err` says how ours and theirs differ.
    pub fn count(&mut self, case: &str, outcome: Result<(), impl fmt::Display>) {
        match outcome {
            Ok(()) => self.agreed += 1,
            Err(text) => {
                self.disagreed += 1;
                if self.first.len() < SHOWN {
                    self.first.push(format!("{case}: {text}"));
                }
            }
        }
    }

    /// Counts a case to which this suite has nothing to say.
    pub fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// Takes up what [`for_each_case`](super::for_each_case) could not use.
    pub fn unusable(&mut self, lines: Vec<String>) {
        self.unusable.extend(lines);
    }

    /// How many cases were compared.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.agreed + self.disagreed
    }

    /// Prints the totals.
    ///
    /// # Panics
    /// Some case disagreed, or some line could not be used.
    pub fn finish(self) {
        crate::say!("{self}");
        assert!(
            self.disagreed == 0 && self.unusable.is_empty(),
            "{}: {} cases disagree and {} lines are of no use, see above",
            self.name,
            self.disagreed,
            self.unusable.len()
        );
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} cases, {} agree, {} disagree",
            self.name,
            self.compared(),
            self.agreed,
            self.disagreed
        )?;
        if self.left_out > 0 {
            write!(f, " ({} more have no such answer)", self.left_out)?;
        }
        for text in &self.first {
            write!(f, "\n  {text}")?;
        }
        if self.disagreed > self.first.len() {
            write!(f, "\n  … and {} more", self.disagreed - self.first.len())?;
        }
        for line in &self.unusable {
            write!(f, "\n  unusable: {line}")?;
        }
        Ok(())
    }
}
