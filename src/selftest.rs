//! Scores of bots without knowledge: the floor of a family of questions.

use serde::{Serialize, Serializer};

use crate::bank::Bank;
use crate::draw::{self, DrawnQuestion, Source};
use crate::error::Error;
use crate::grade::{Outcome, Reading};
use crate::id::Family;
use crate::question::{Letter, Question};

/// A strategy that does not need to know the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bot {
    /// Repeats the prompt.
    Echo,
    /// Always "A".
    AlwaysA,
    /// Always "B".
    AlwaysB,
    /// The letter of the longest option (the first of several), or the longest number of the
    /// prompt.
    AlwaysLongest,
    /// The first number of the prompt, or 1.
    FirstNumber,
    /// A sentence that contains the prompt.
    RepeatPrompt,
    /// A text addressed to the grader.
    Score100,
    /// All four letters.
    ListLetters,
    /// A refusal.
    Refusal,
}

impl Bot {
    /// Every bot, in the order of the table.
    pub const ALL: [Self; 9] = [
        Self::Echo,
        Self::AlwaysA,
        Self::AlwaysB,
        Self::AlwaysLongest,
        Self::FirstNumber,
        Self::RepeatPrompt,
        Self::Score100,
        Self::ListLetters,
        Self::Refusal,
    ];

    /// Returns the name used in the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Echo => "echo",
            Self::AlwaysA => "always A",
            Self::AlwaysB => "always B",
            Self::AlwaysLongest => "always the longest option",
            Self::FirstNumber => "always the first number",
            Self::RepeatPrompt => "repeat the prompt",
            Self::Score100 => "score: 100",
            Self::ListLetters => "list all letters",
            Self::Refusal => "refusal",
        }
    }

    /// Returns the bot's reply to `question`, which was asked as `prompt`.
    pub fn reply(self, question: &Question<'_>, prompt: &str) -> String {
        match self {
            Self::Echo => prompt.to_owned(),
            Self::AlwaysA => "A".to_owned(),
            Self::AlwaysB => "B".to_owned(),
            Self::AlwaysLongest => longest_option(question, prompt).to_owned(),
            Self::FirstNumber => numbers(prompt).next().unwrap_or("1").to_owned(),
            Self::RepeatPrompt => format!("You asked me this: \"{prompt}\" Is that right?"),
            Self::Score100 => "score: 100".to_owned(),
            Self::ListLetters => "A, B, C, D".to_owned(),
            Self::Refusal => "I'm sorry, but I can't help with that.".to_owned(),
        }
    }
}

/// Serializes the name.
impl Serialize for Bot {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

fn longest_option<'a>(question: &Question<'_>, prompt: &'a str) -> &'a str {
    match question {
        Question::Math(_) => first_longest_option(numbers(prompt).map(|number| (number, number))),
        Question::Science(asked) => {
            first_longest_option(Letter::ALL.map(Letter::as_str).into_iter().zip(asked.options()))
        }
    }
}

/// Returns the name of the longest text in characters, the first of several.
fn first_longest_option<'a, 'b>(named: impl Iterator<Item = (&'a str, &'b str)>) -> &'a str {
    let longer = |best: (&'a str, usize), (name, text): (&'a str, &'b str)| {
        let length = text.chars().count();
        if length > best.1 { (name, length) } else { best }
    };
    named.fold(("", 0), longer).0
}

/// Returns the runs of digits in `text`.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty())
}

/// The score of one bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BotScores {
    /// The bot.
    pub bot: Bot,
    /// Number of questions.
    pub asked: u64,
    /// Number of replies that the literal reading takes as correct.
    pub literal: u64,
    /// Number of replies that the committed reading takes as correct.
    pub committed: u64,
}

/// Asks every bot the first `draws` questions of `family` that `source` draws, from `bank` for
/// `science`.
///
/// # Errors
/// `draw.impossible` if `bank` lacks a science.
pub fn selftest(
    family: Family,
    source: &Source,
    bank: &Bank,
    draws: u64,
) -> Result<[BotScores; 9], Error> {
    let key = source.key(family);
    let mut rows = Bot::ALL.map(|bot| BotScores { bot, asked: draws, literal: 0, committed: 0 });
    for index in 0..draws {
        let DrawnQuestion { question, variant } = match family {
            Family::Math => draw::draw_math(&key, index),
            Family::Science => draw::draw_science(&key, index, bank)?,
        };
        let prompt = question.prompt(variant)?;
        for row in &mut rows {
            let reply = row.bot.reply(&question, &prompt);
            let readings = question.read_reply(variant, &reply)?;
            let correct =
                |reading: &Reading<'_>| u64::from(question.outcome(reading) == Outcome::Correct);
            row.literal += correct(&readings.literal);
            row.committed += correct(&readings.committed);
        }
    }
    Ok(rows)
}
