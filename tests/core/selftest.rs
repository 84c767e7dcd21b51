//! Tests the scores of bots that know nothing, from the public questions, over 9,600 draws.

use proofmark::Family;
use proofmark::bank::Bank;
use proofmark::draw::Source;
use proofmark::selftest::{Bot, BotScores, selftest};

const DRAWS: u64 = 9600;

fn rows(family: Family) -> [BotScores; 9] {
    let source =
        Source { seed: "selftest".to_owned(), entropy: String::new(), subject: String::new() };
    selftest(family, &source, Bank::public().unwrap(), DRAWS).unwrap()
}

/// Fails if a bot gets more than `percent` of the questions in either reading, or one of
/// `no_answer` anything in the committed one.
#[track_caller]
fn hold(rows: &[BotScores], percent: u64, no_answer: &[Bot]) {
    for row in rows {
        let BotScores { bot, asked, literal, committed } = row;
        assert_eq!(*asked, DRAWS);
        assert!(literal.max(committed) * 100 <= percent * asked, "{row:?}");
        assert!(*committed == 0 || !no_answer.contains(bot), "{row:?}");
    }
}

#[test]
fn no_bot_gets_more_than_28_percent_of_science() {
    let rows = rows(Family::Science);
    hold(&rows, 28, &[Bot::Echo, Bot::Score100, Bot::ListLetters, Bot::Refusal]);
    for row in rows.iter().filter(|row| matches!(row.bot, Bot::AlwaysA | Bot::AlwaysB)) {
        assert_eq!(row.literal, row.committed);
        // Between 23.5 % and 26.5 %.
        assert!((2256..=2544).contains(&row.literal), "{row:?}");
    }
}

#[test]
fn no_bot_gets_more_than_1_percent_of_math() {
    let rows = rows(Family::Math);
    let no_answer = [Bot::Echo, Bot::RepeatPrompt, Bot::Score100, Bot::ListLetters, Bot::Refusal];
    hold(&rows, 1, &no_answer);
}
