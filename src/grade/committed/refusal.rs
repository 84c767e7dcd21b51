//! Replies that decline to answer.

use crate::text::{holds, last};

/// What a reply says that declines: anywhere in it, from the start of a word, in any case of the
/// letters A to Z. In lower case.
const PHRASES: &[&str] = &[
    "i cannot",
    "i can't",
    "i can’t",
    "i can not",
    "i'm unable",
    "i’m unable",
    "i am unable",
    "i'm not able",
    "i’m not able",
    "i am not able",
    "i won't",
    "i won’t",
    "i will not",
    "i don't know",
    "i don’t know",
    "i do not know",
    "i'm not sure",
    "i’m not sure",
    "i am not sure",
    "i'm not certain",
    "i’m not certain",
    "i am not certain",
    "i'm torn",
    "i’m torn",
    "i have no idea",
    "unable to determine",
    "unable to answer",
    "unable to process",
    "unable to help",
    "unable to assist",
    "rate limit",
    "rate limited",
    "too many requests",
    "something went wrong",
    "task failed",
    "insufficient credits",
    "token limit of",
    "your limit of",
    "your free trial",
    "position in the queue",
    "estimated wait",
    "server is overloaded",
    "one moment please",
    "get back to you",
    "ticket number is",
    "payment required",
    "please send payment",
    "bad gateway",
    "page not found",
    "404 not found",
    "out of office",
    "unknown command",
    "connection lost",
    "please provide your",
    "can't be solved, because",
    "cannot be solved, because",
    "can't be solved because",
    "cannot be solved because",
    "cannot be solved with the",
    "can't be solved with the",
    "aren't told how",
    "aren’t told how",
    "are not told how",
    "without knowing how",
    "t enough data",
    "you only gave me",
    "not something i can",
    "beyond what i can",
    "session expired",
    "problem doesn't state",
    "problem does not state",
    "can't find the total",
    "cannot find the total",
    "due to missing data",
    "because of missing data",
    "missing information,",
    "missing information.",
    "as a language model",
    "ai language model",
    "m a large language model",
    ", a language model",
    "knowledge cutoff",
    "your position in line",
    "message got cut off",
    "question got cut off",
    "ask me again",
    "context length exceeded",
    "token limit exceeded",
    "time limit exceeded",
    "request has been blocked",
    "response has been blocked",
    "your free messages",
    "of free messages",
    "timed out",
    "timeout",
    "please wait",
    "try again",
    "unsupported",
    "not supported",
    "does not support",
    "doesn't support",
    "outside my scope",
    "out of scope",
    "i can only",
    "invalid input",
    "internal server error",
    "maximum context length of",
    "cuda out of memory",
    "traceback (most recent",
    "quota resets",
    "can't find the answer",
    "cannot find the answer",
    "is missing from your",
    "is missing some information",
    "cannot answer",
    "can't answer",
    "cannot determine",
    "can't determine",
    "cannot be determined",
    "cannot be provided",
    "can't be provided",
    "we cannot provide",
    "we can't provide",
    "cannot be given",
    "cannot be answered",
    "can't be answered",
    "impossible to provide",
    "not possible to provide",
    "is not provided in the question",
    "has not been provided",
    "have not been provided",
    "question is incomplete",
    "please provide the",
    "please provide a",
    "can't be determined",
    "can't help",
    "cannot help",
    "cannot assist",
    "can't assist",
    "impossible to say how",
    "impossible to tell how",
    "impossible to know how",
    "impossible to determine",
    "not possible to determine",
    "not possible to tell",
    "no way to know",
    "no way to tell",
    "no way of knowing",
    "not enough information",
    // Behind an apostrophe: "isn't", "doesn’t".
    "t enough information",
    "t have enough information",
    "t enough to determine how",
    "t enough to know how",
    "t enough to tell how",
    "t enough to work out how",
    "t enough to work out what",
    "t provide enough information",
    "t think there is enough information",
    "t think this problem can be solved",
    "t think this can be solved",
    "t think it can be solved",
    "cannot be solved without",
    "can't be solved without",
    "can't say which",
    "cannot say which",
    "not have enough information",
    "not have access to",
    "t have access to",
    "access denied",
    "not provide enough information",
    "not provide information on",
    "not provide any information",
    "not provide specific information",
    "insufficient information",
    "need more information",
    "need more context",
    "more information is needed",
    "please provide the image",
    "please upload",
    "please clarify",
    "please check the problem",
    "could you check",
    "can you check",
    "could you clarify",
    "could you describe",
    "included in your message",
    "can you clarify",
    "could you confirm",
    "can you confirm",
    "could you specify",
    "can you specify",
    "could you tell me",
    "did you mean?",
    "would need to know",
    "rather ask",
    "i'm sorry",
    "i’m sorry",
    "i am sorry",
    "i must decline",
    "i refuse",
    "i'd rather not",
    "as an ai",
    "no answer",
    "no correct answer",
    "none of the above",
    "none of the options",
    "none of the given",
    "none of these is",
    "none of these are",
    "none of these options",
    "none of these answers",
    "none of these choices",
    "i decline",
    "decline to answer",
    "no puedo",
    "no consigo",
    "não consigo",
    "non posso",
    "no sé",
    "lo siento",
    "je ne peux pas",
    "je ne sais pas",
    "désolé",
    "ich kann nicht",
    "kann ich nicht",
    "kann ich leider",
    "nicht beantworten",
    "ich kann diese",
    "ich weiß nicht",
    "es tut mir leid",
    "tut mir leid",
    "não posso",
    "não sei",
    "desculpe",
    "无法",
    "無法",
    "不能回答",
    "不知道",
    "抱歉",
    "对不起",
    "わかりません",
    "分かりません",
    "答えられません",
    "できません",
    "申し訳",
];

/// The phrases in chains of those that begin alike, so that most words of a reply are held to none
/// of them and the others to a few.
struct Chains {
    /// By the [`chain`] of three bytes, the first phrase of it: its place and one, or 0.
    first: [u8; CHAINS],
    /// By the place of a phrase, the next one of its chain: its place and one, or 0.
    next: [u8; PHRASES.len()],
}

/// How many chains there are.
const CHAINS: usize = 1024;

const BY_BEGINNING: Chains = {
    let mut chains = Chains { first: [0; CHAINS], next: [0; PHRASES.len()] };
    let mut place = PHRASES.len();
    while place > 0 {
        let phrase = PHRASES[place - 1].as_bytes();
        let chain = chain(phrase[0], phrase[1], phrase[2]);
        chains.next[place - 1] = chains.first[chain];
        chains.first[chain] = place as u8;
        place -= 1;
    }
    chains
};

/// The chain of the phrases that begin with these bytes, in any case.
const fn chain(a: u8, b: u8, c: u8) -> usize {
    // The bit by which the cases of a letter differ is left out.
    ((a & 0x1F) as usize | (b as usize & 0x1F) << 5) ^ (c as usize & 0x1F) << 4
}

/// Whether the end of `reply` says that what was found is none of the options: "However, 31 is not among
/// the choices. There may be a mistake in the question."
pub(super) fn finds_no_option(reply: &str) -> bool {
    const FARTHEST: usize = 240;
    const NONE: [&str; 9] = [
        "not available in the choices",
        "not an option in the choices",
        "not in the choices",
        "not among the choices",
        "not among the options",
        "not one of the options",
        "not one of the choices",
        "correct option is not provided",
        "one of the options match the calculated answer",
    ];
    let mut start = reply.len().saturating_sub(FARTHEST);
    while !reply.is_char_boundary(start) {
        start += 1;
    }
    let near = &reply[start..];
    // Mostly there is no such word.
    if !(holds(near, "option") || holds(near, "choice")) {
        return false;
    }
    // "A sink is not one of the choices. So it is the lake": what is said behind that is not taken back.
    const ENDS: usize = 24;
    NONE.iter()
        .filter_map(|phrase| Some(&near[last(near, phrase)? + phrase.len()..]))
        .any(|rest| rest.len() <= ENDS || holds(rest, "mistake") || holds(rest, "error"))
}

/// Whether `reply` declines to answer.
pub(super) fn is_in(reply: &str) -> bool {
    let bytes = reply.as_bytes();
    let mut in_word = false;
    for (at, start) in bytes.windows(3).enumerate() {
        if !in_word && begins_with_phrase(&bytes[at..], chain(start[0], start[1], start[2])) {
            return true;
        }
        in_word = start[0].is_ascii_alphanumeric();
    }
    false
}

fn begins_with_phrase(bytes: &[u8], chain: usize) -> bool {
    let mut place = BY_BEGINNING.first[chain];
    while place > 0 {
        let at = usize::from(place) - 1;
        let phrase = PHRASES[at].as_bytes();
        if bytes.get(..phrase.len()).is_some_and(|start| start.eq_ignore_ascii_case(phrase))
            // "as an ai" is not in "as an aid".
            && !(phrase[phrase.len() - 1].is_ascii()
                && bytes.get(phrase.len()).is_some_and(u8::is_ascii_alphanumeric))
            // "I can't be sure, but it looks like bronze."
            && !bytes[phrase.len()..].starts_with(b" be ")
        {
            return true;
        }
        place = BY_BEGINNING.next[at];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_is_found_in_any_case_and_as_a_whole() {
        for phrase in PHRASES {
            for text in [(*phrase).to_owned(), phrase.to_ascii_uppercase()] {
                assert!(is_in(&format!("{text}.")), "{phrase}");
                assert!(is_in(&format!("Well, {text}")), "{phrase}");
            }
        }
        for text in ["", "i", "xtimeout", "timeouts", "as an aid", "I can"] {
            assert!(!is_in(text), "{text}");
        }
    }
}
