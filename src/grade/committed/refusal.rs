//! Replies that decline to answer.

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
    "cannot answer",
    "can't answer",
    "cannot determine",
    "can't determine",
    "cannot be determined",
    "can't be determined",
    "can't help",
    "cannot help",
    "cannot assist",
    "can't assist",
    "not enough information",
    "insufficient information",
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
    "none of these",
    "i decline",
    "decline to answer",
    "no puedo",
    "no sé",
    "lo siento",
    "je ne peux pas",
    "je ne sais pas",
    "désolé",
    "ich kann nicht",
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

/// For each byte, whether a phrase begins with it.
const BEGINS: [bool; 256] = {
    let mut begins = [false; 256];
    let mut at = 0;
    while at < PHRASES.len() {
        begins[PHRASES[at].as_bytes()[0] as usize] = true;
        at += 1;
    }
    begins
};

/// Whether `reply` declines to answer.
pub(super) fn is_in(reply: &str) -> bool {
    let bytes = reply.as_bytes();
    let mut in_word = false;
    for (at, byte) in bytes.iter().map(u8::to_ascii_lowercase).enumerate() {
        if BEGINS[usize::from(byte)] && !in_word && begins_with_phrase(&bytes[at..], byte) {
            return true;
        }
        in_word = byte.is_ascii_alphanumeric();
    }
    false
}

fn begins_with_phrase(bytes: &[u8], first: u8) -> bool {
    PHRASES.iter().map(|phrase| phrase.as_bytes()).any(|phrase| {
        phrase[0] == first
            && bytes.get(..phrase.len()).is_some_and(|start| start.eq_ignore_ascii_case(phrase))
            // "as an ai" is not in "as an aid".
            && !(phrase[phrase.len() - 1].is_ascii()
                && bytes.get(phrase.len()).is_some_and(u8::is_ascii_alphanumeric))
    })
}
