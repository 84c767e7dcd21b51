//! A quick reader of records that stand in their canonical form, as they are written here.
//!
//! It looks for exactly what is written, member after member, and so proves on its way that a line
//! is strict JSON and canonical. Whatever it does not know it leaves to [`SignalRecord::read`],
//! which says what is wrong, if anything is.

use super::{
    Attempt, BankRef, Count, Data, DrawnFrom, Instant, Maybe, Policy, Read, SignalRecord, Subject,
    Text, Usage, Withheld,
};
use crate::grade::{Compliance, Outcome, Rule, SignalStatus};
use crate::hash::Digest;
use crate::json::MAX_INTEGER;
use crate::tape::{begin, run_end};

/// The record that `line` is, if `line` is the canonical form of a record without proof and
/// without a context. `None` says nothing about it; a build that is not for bulk says nothing else.
pub(crate) fn read(line: &str) -> Option<SignalRecord<'_>> {
    if cfg!(feature = "bulk") { record(line) } else { None }
}

fn record(line: &str) -> Option<SignalRecord<'_>> {
    let mut at = Reader { line, at: 0 };
    at.take("{\"data\":{\"attempts\":")?;
    let data = data(&mut at)?;
    at.take("},\"fetchedAt\":")?;
    let fetched_at = Instant::parse(at.plain()?).ok()?;
    at.take(",\"signalId\":")?;
    let signal_id = at.plain()?.into();
    at.take(",\"sources\":")?;
    let sources = at.list(Reader::text)?;
    at.take(",\"status\":")?;
    let status = SignalStatus::from_name(at.plain()?)?;
    at.take(",\"subject\":{")?;
    let endpoint = at.optional("\"endpoint\":", Reader::text)?;
    at.comma(endpoint.is_some())?;
    at.take("\"id\":")?;
    let id = at.text()?;
    let protocol = at.optional(",\"protocol\":", Reader::text)?;
    let registry = at.optional(",\"registry\":", Reader::text)?;
    at.take("}}")?;
    let subject = Subject { endpoint, id, protocol, registry };
    let (context, proof) = (None, None);
    let record = Some(SignalRecord {
        context,
        data,
        fetched_at,
        proof,
        signal_id,
        sources,
        status,
        subject,
    });
    // It is large, and is not moved for nothing.
    let good = |record: &SignalRecord<'_>| at.at == line.len() && record.check().is_ok();
    if record.as_ref().is_some_and(good) { record } else { None }
}

#[inline(always)]
fn data<'a>(at: &mut Reader<'a>) -> Option<Data<'a>> {
    let attempts = at.list(attempt)?;
    let cause = at.optional(",\"cause\":", Reader::text)?;
    let choice_order = at.optional(",\"choiceOrder\":", |at| at.maybe(order))?;
    let committed = at.optional(",\"committed\":", reading)?;
    let compliance = at.optional(",\"compliance\":", |at| Compliance::from_name(at.plain()?))?;
    at.take(",\"draw\":{")?;
    let bank = at.optional("\"bank\":", bank)?;
    at.comma(bank.is_some())?;
    at.take("\"entropy\":")?;
    let entropy = at.text()?;
    at.take(",\"index\":")?;
    let index = at.count()?;
    at.take(",\"seed\":")?;
    let seed = at.maybe(Reader::text)?;
    at.take(",\"variant\":")?;
    let variant = u32::try_from(at.count()?.get()).ok()?;
    at.take("}")?;
    let draw = DrawnFrom { bank, entropy, index, seed, variant };
    let evaluator = at.optional(",\"evaluator\":", Reader::text)?;
    at.take(",\"expected\":")?;
    let expected = at.maybe(Reader::text)?;
    at.take(",\"latencyMs\":")?;
    let latency_ms = at.count()?;
    let literal = at.optional(",\"literal\":", reading)?;
    at.take(",\"method\":")?;
    let method = at.text()?;
    at.take(",\"outcome\":")?;
    let outcome = Outcome::from_name(at.plain()?)?;
    at.take(",\"policy\":")?;
    let policy = Policy::from_name(at.plain()?).ok()?;
    at.take(",\"questionId\":")?;
    let question_id = at.text()?;
    let response = at.optional(",\"response\":", |at| at.maybe(Reader::text))?;
    at.take(",\"runId\":")?;
    let run_id = at.digest()?;
    at.take(",\"score\":")?;
    let score = at.nullable(|at| u8::try_from(at.count()?.get()).ok())?;
    let session_id = at.optional(",\"sessionId\":", Reader::text)?;
    let usage = at.optional(",\"usage\":", usage)?;
    Some(Data {
        attempts,
        cause,
        choice_order,
        committed,
        compliance,
        draw,
        evaluator,
        expected,
        latency_ms,
        literal,
        method,
        outcome,
        policy,
        question_id,
        response,
        run_id,
        score,
        session_id,
        usage,
    })
}

fn attempt<'a>(at: &mut Reader<'a>) -> Option<Attempt<'a>> {
    at.take("{")?;
    let cause = at.optional("\"cause\":", Reader::text)?;
    at.comma(cause.is_some())?;
    at.take("\"durationMs\":")?;
    let duration_ms = at.count()?;
    at.take(",\"startMs\":")?;
    let start_ms = at.count()?;
    at.take("}")?;
    Some(Attempt { cause, duration_ms, start_ms })
}

fn bank<'a>(at: &mut Reader<'a>) -> Option<BankRef<'a>> {
    at.take("{\"id\":")?;
    let id = at.text()?;
    at.take(",\"root\":")?;
    let root = at.digest()?;
    at.take("}")?;
    Some(BankRef { id, root })
}

fn reading<'a>(at: &mut Reader<'a>) -> Option<Read<'a>> {
    at.take("{\"answer\":")?;
    let answer = at.nullable(|at| at.maybe(Reader::text))?;
    at.take(",\"rule\":")?;
    let rule = Rule::from_id(at.plain()?)?;
    at.take(",\"span\":")?;
    let span = at.nullable(|at| at.maybe(span))?;
    at.take("}")?;
    Some(Read { answer, rule, span })
}

fn span(at: &mut Reader<'_>) -> Option<(Count, Count)> {
    at.take("[")?;
    let start = at.count()?;
    at.take(",")?;
    let end = at.count()?;
    at.take("]")?;
    Some((start, end))
}

fn order(at: &mut Reader<'_>) -> Option<[u8; 4]> {
    let mut order = [0; 4];
    let mut before = "[";
    for slot in &mut order {
        at.take(before)?;
        *slot = u8::try_from(at.count()?.get()).ok()?;
        before = ",";
    }
    at.take("]")?;
    Some(order)
}

fn usage(at: &mut Reader<'_>) -> Option<Usage> {
    at.take("{\"inputTokens\":")?;
    let input_tokens = at.count()?;
    at.take(",\"outputTokens\":")?;
    let output_tokens = at.count()?;
    at.take("}")?;
    Some(Usage { input_tokens, output_tokens })
}

/// Every method moves past what it names, or answers `None` where that does not stand there.
struct Reader<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    fn take(&mut self, wanted: &str) -> Option<()> {
        let rest = self.line.as_bytes().get(self.at..)?;
        begin(rest, wanted.as_bytes()).then(|| self.at += wanted.len())
    }

    /// The comma behind a member that is there.
    fn comma(&mut self, there: bool) -> Option<()> {
        if there { self.take(",") } else { Some(()) }
    }

    /// What `read` finds behind `name`, if `name` stands there.
    fn optional<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.take(name) {
            None => Some(None),
            Some(()) => read(self).map(Some),
        }
    }

    fn nullable<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.take("null") {
            Some(()) => Some(None),
            None => read(self).map(Some),
        }
    }

    fn maybe<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Maybe<T>> {
        if self.take("{\"digest\":").is_none() {
            return read(self).map(Maybe::Open);
        }
        let digest = self.digest()?;
        self.take(",\"withheld\":\"sha-256\"}")?;
        Some(Maybe::Withheld(Withheld { digest }))
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.take("[")?;
        if self.take("]").is_some() {
            return Some(Vec::new());
        }
        // There is seldom more than one.
        let mut items = Vec::with_capacity(1);
        loop {
            items.push(read(self)?);
            if self.take("]").is_some() {
                return Some(items);
            }
            self.take(",")?;
        }
    }

    fn is_next(&self, byte: u8) -> bool {
        self.line.as_bytes().get(self.at) == Some(&byte)
    }

    /// Text without an escape.
    fn plain(&mut self) -> Option<&'a str> {
        let bytes = self.line.as_bytes();
        let start = self.at + 1;
        let end = run_end(bytes, start);
        let whole = self.is_next(b'"') && bytes.get(end) == Some(&b'"');
        let text = self.line.get(start..end).filter(|_| whole)?;
        self.at = end + 1;
        Some(text)
    }

    fn text(&mut self) -> Option<Text<'a>> {
        match self.plain() {
            Some(text) => Some(text.into()),
            None => self.escaped().map(Into::into),
        }
    }

    #[inline(never)]
    fn escaped(&mut self) -> Option<String> {
        self.take("\"")?;
        let mut text = String::new();
        loop {
            let end = run_end(self.line.as_bytes(), self.at);
            text.push_str(&self.line[self.at..end]);
            self.at = end + 1;
            match self.line.as_bytes().get(end)? {
                b'"' => return Some(text),
                b'\\' => text.push(self.escape()?),
                _ => return None,
            }
        }
    }

    /// RFC 8785, section 3.2.2.2: two characters where there is a form of two, `\u00xx` in lower
    /// case for the other control characters, nothing else.
    fn escape(&mut self) -> Option<char> {
        let bytes = &self.line.as_bytes()[self.at..];
        let (found, length) = match *bytes.first()? {
            same @ (b'"' | b'\\') => (same, 1),
            b'b' => (0x08, 1),
            b't' => (b'\t', 1),
            b'n' => (b'\n', 1),
            b'f' => (0x0c, 1),
            b'r' => (b'\r', 1),
            b'u' => {
                let digits = bytes.get(1..5)?;
                let mut code = [0; 2];
                let hex = std::str::from_utf8(digits).ok()?;
                let control = crate::hash::from_hex(hex, &mut code) && code[0] == 0;
                let two = matches!(code[1], 0x08 | 0x09 | 0x0a | 0x0c | 0x0d);
                (control && code[1] < 0x20 && !two).then_some((code[1], 5))?
            }
            _ => return None,
        };
        self.at += length;
        Some(char::from(found))
    }

    fn count(&mut self) -> Option<Count> {
        let start = self.at;
        let mut value = 0u64;
        while let Some(digit) = self.line.as_bytes().get(self.at).filter(|c| c.is_ascii_digit()) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit & 15));
            self.at += 1;
        }
        let length = self.at - start;
        let leading = length > 1 && self.line.as_bytes()[start] == b'0';
        let safe = (1..=16).contains(&length) && value <= MAX_INTEGER as u64;
        (safe && !leading).then_some(Count::new(value))
    }

    fn digest(&mut self) -> Option<Digest> {
        Digest::from_hex("digest", self.plain()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::json::Value;

    /// Records of every form that is written, by the runs of the vectors and by hand.
    fn lines() -> Vec<String> {
        let file = include_bytes!("../../tests/vectors/verify/run.json");
        let Ok(Value::Object(members)) = Value::parse(file) else { panic!("the vectors") };
        let (_, lines) = members.into_iter().find(|(name, _)| name == "lines").unwrap();
        let Value::Array(lines) = lines else { panic!("lines") };
        let mut lines: Vec<_> =
            lines.iter().map(|line| line.as_str().unwrap().to_owned()).collect();
        lines.retain(|line| line.starts_with("{\"data\""));
        let digest = format!(r#"{{"digest":"{}","withheld":"sha-256"}}"#, "0a".repeat(32));
        let math = lines[0].clone();
        let change = |from: &str, to: &str| {
            assert!(math.contains(from), "{from}");
            math.replacen(from, to, 1)
        };
        lines.extend([
            change("\"response\":\"28\"", &format!("\"response\":{digest}")),
            change("\"seed\":\"vectors\"", &format!("\"seed\":{digest}")),
            change("\"response\":\"28\"", r#""response":"\"\\\b\t\n\f\r\u0001\u001f é😀""#),
            change("\"score\":100", "\"score\":100,\"sessionId\":\"s\",\"usage\":{\"inputTokens\":1,\"outputTokens\":0}"),
            change("\"expected\":", "\"evaluator\":\"did:key:z6Mk\",\"expected\":"),
            change("\"span\":[0,2]", "\"span\":null"),
            change("\"id\":\"https://agent.example/chat\",\"protocol\":\"json\"", "\"id\":\"x\",\"registry\":\"r\""),
            change("\"endpoint\":\"https://agent.example/chat\",", ""),
        ]);
        lines
    }

    #[test]
    fn what_is_written_here_is_read_quickly() {
        for line in lines() {
            let record = SignalRecord::parse(line.as_bytes()).unwrap();
            assert_eq!(read(&line), Some(record), "{line}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn what_is_read_quickly_is_canonical_and_the_same(
            which: prop::sample::Index,
            at: prop::sample::Index,
            edit in 0u8..4,
            byte in prop_oneof![any::<u8>(), prop::sample::select(b"0\"\\{}[],:un1".to_vec())],
        ) {
            let lines = lines();
            let mut bytes = which.get(&lines).clone().into_bytes();
            let at = at.index(bytes.len());
            match edit {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
            let Ok(line) = String::from_utf8(bytes) else { return Ok(()) };
            if let Some(record) = read(&line) {
                prop_assert_eq!(SignalRecord::parse(line.as_bytes()), Ok(record));
                let value = Value::parse(line.as_bytes()).unwrap();
                prop_assert_eq!(value.canonical(), line.into_bytes());
            }
        }
    }
}
