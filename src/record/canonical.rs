//! Fast path: parses records that are already canonical JSON, without a tape.
//!
//! The parser accepts exactly the canonical form, and so proves that the line is strict, canonical
//! JSON. It leaves any other line to [`SignalRecord::read`], which reports errors.

use super::{
    Attempt, BankRef, Count, Counts, Data, DrawOrigin, Instant, MaybeWithheld, Policy, ServedBy,
    SignalRecord, StoredReading, Subject, Terms, Text, Usage, Withheld,
};
use crate::base::hash::Digest;
use crate::base::json::MAX_INTEGER;
use crate::base::tape::{find_end_of_unescaped, starts_with};
use crate::grade::escape::decode_canonical_escape;
use crate::grade::{Compliance, Outcome, Rule, SignalStatus};
use crate::question::science::ChoiceOrder;

/// Parses a canonical record without proof and `@context`. `None` means nothing: the line may still
/// be a valid record. Always `None` without the feature `bulk`.
pub(crate) fn parse_canonical(line: &str) -> Option<SignalRecord<'_>> {
    if cfg!(feature = "bulk") { parse_record(line) } else { None }
}

fn parse_record(line: &str) -> Option<SignalRecord<'_>> {
    let mut at = Reader { line, at: 0 };
    at.expect_text("{\"data\":{\"attempts\":")?;
    // Members are parsed in the order of this literal, which is the canonical order.
    let record = Some(SignalRecord {
        context: None,
        data: parse_data(&mut at)?,
        fetched_at: at.member("},\"fetchedAt\":", |at| Instant::parse(at.plain_text()?).ok())?,
        proof: None,
        signal_id: at.member(",\"signalId\":", Reader::plain_text)?.into(),
        sources: at.member(",\"sources\":", |at| at.list(Reader::text))?,
        status: at.member(",\"status\":", |at| SignalStatus::from_name(at.plain_text()?))?,
        subject: at.member(",\"subject\":{", parse_subject)?,
    });
    at.expect_text("}}")?;
    // Checked in place, since moving a large record is slow.
    let good = |record: &SignalRecord<'_>| at.at == line.len() && record.check().is_ok();
    if record.as_ref().is_some_and(good) { record } else { None }
}

fn parse_subject<'a>(at: &mut Reader<'a>) -> Option<Subject<'a>> {
    Some(Subject {
        agent: at.optional_first("\"agent\":", Reader::text)?,
        endpoint: at.optional_first("\"endpoint\":", Reader::text)?,
        id: at.member("\"id\":", Reader::text)?,
        model: at.optional(",\"model\":", Reader::text)?,
        protocol: at.optional(",\"protocol\":", Reader::text)?,
        registry: at.optional(",\"registry\":", Reader::text)?,
        tool: at.optional(",\"tool\":", Reader::text)?,
    })
}

#[inline(always)]
fn parse_data<'a>(at: &mut Reader<'a>) -> Option<Data<'a>> {
    Some(Data {
        attempts: at.list(parse_attempt)?,
        cause: at.optional(",\"cause\":", Reader::text)?,
        choice_order: at.optional(",\"choiceOrder\":", |at| at.maybe_withheld(parse_order))?,
        committed: at.optional(",\"committed\":", parse_reading)?,
        compliance: at
            .optional(",\"compliance\":", |at| Compliance::from_name(at.plain_text()?))?,
        draw: at.member(",\"draw\":{", parse_draw)?,
        evaluator: at.optional(",\"evaluator\":", Reader::text)?,
        expected: at.member(",\"expected\":", |at| at.maybe_withheld(Reader::text))?,
        latency_ms: at.member(",\"latencyMs\":", Reader::count)?,
        literal: at.optional(",\"literal\":", parse_reading)?,
        outcome: at.member(",\"outcome\":", |at| Outcome::from_name(at.plain_text()?))?,
        question_id: at.member(",\"questionId\":", Reader::text)?,
        response: at.optional(",\"response\":", |at| at.maybe_withheld(Reader::text))?,
        run_id: at.member(",\"runId\":", Reader::digest)?,
        score: at.member(",\"score\":", |at| at.nullable(Reader::count_as))?,
        served: at.optional(",\"served\":{", parse_served)?,
        session_id: at.optional(",\"sessionId\":", Reader::digest)?,
        terms: at.member(",\"terms\":{", parse_terms)?,
        usage: at.optional(",\"usage\":", parse_usage)?,
    })
}

fn parse_draw<'a>(at: &mut Reader<'a>) -> Option<DrawOrigin<'a>> {
    let draw = Some(DrawOrigin {
        entropy: at.member("\"entropy\":", Reader::text)?,
        index: at.member(",\"index\":", Reader::count)?,
        seed: at.member(",\"seed\":", |at| at.maybe_withheld(Reader::text))?,
        variant: at.member(",\"variant\":", Reader::count_as)?,
    });
    at.expect_text("}")?;
    draw
}

/// Terms with a `request` are left to the general parser.
fn parse_terms<'a>(at: &mut Reader<'a>) -> Option<Terms<'a>> {
    let terms = Some(Terms {
        bank: at.optional_first("\"bank\":", parse_bank)?,
        counts: at.member("\"counts\":{", parse_counts)?,
        entropy_source: at.optional(",\"entropySource\":", Reader::text)?,
        method: at.member(",\"method\":", Reader::text)?,
        policy: at.member(",\"policy\":", |at| Policy::from_name(at.plain_text()?).ok())?,
        request: None,
        seed: at.member(",\"seed\":", Reader::digest)?,
    });
    at.expect_text("}")?;
    terms
}

fn parse_counts(at: &mut Reader<'_>) -> Option<Counts> {
    let math = at.optional("\"math\":", Reader::positive_count)?;
    let science = match math {
        None => at.member("\"science\":", Reader::positive_count).map(Some)?,
        Some(_) => at.optional(",\"science\":", Reader::positive_count)?,
    };
    at.expect_text("}")?;
    Some(Counts { math: math.unwrap_or_default(), science: science.unwrap_or_default() })
}

fn parse_attempt<'a>(at: &mut Reader<'a>) -> Option<Attempt<'a>> {
    at.expect_text("{")?;
    let attempt = Attempt {
        cause: at.optional_first("\"cause\":", Reader::text)?,
        duration_ms: at.member("\"durationMs\":", Reader::count)?,
        start_ms: at.member(",\"startMs\":", Reader::count)?,
    };
    at.expect_text("}")?;
    Some(attempt)
}

fn parse_bank<'a>(at: &mut Reader<'a>) -> Option<BankRef<'a>> {
    let bank = BankRef {
        id: at.member("{\"id\":", Reader::text)?,
        root: at.member(",\"root\":", Reader::digest)?,
    };
    at.expect_text("}")?;
    Some(bank)
}

fn parse_reading<'a>(at: &mut Reader<'a>) -> Option<StoredReading<'a>> {
    let reading = StoredReading {
        answer: at
            .member("{\"answer\":", |at| at.nullable(|at| at.maybe_withheld(Reader::text)))?,
        rule: at.member(",\"rule\":", |at| Rule::from_id(at.plain_text()?))?,
        span: at.member(",\"span\":", |at| at.nullable(|at| at.maybe_withheld(parse_span)))?,
    };
    at.expect_text("}")?;
    Some(reading)
}

fn parse_span(at: &mut Reader<'_>) -> Option<(Count, Count)> {
    let span = (at.member("[", Reader::count)?, at.member(",", Reader::count)?);
    at.expect_text("]")?;
    Some(span)
}

fn parse_served<'a>(at: &mut Reader<'a>) -> Option<ServedBy<'a>> {
    let mut begun = false;
    let served = Some(ServedBy {
        card: at.optional_after(&mut begun, ",\"card\":", Reader::digest)?,
        fingerprint: at.optional_after(&mut begun, ",\"fingerprint\":", Reader::text)?,
        model: at.optional_after(&mut begun, ",\"model\":", Reader::text)?,
        version: at.optional_after(&mut begun, ",\"version\":", Reader::text)?,
    });
    at.expect_text("}")?;
    if begun { served } else { None }
}

fn parse_order(at: &mut Reader<'_>) -> Option<ChoiceOrder> {
    let mut order = [0; 4];
    let mut before = "[";
    for slot in &mut order {
        *slot = at.member(before, Reader::count_as)?;
        before = ",";
    }
    at.expect_text("]")?;
    ChoiceOrder::new(order).ok()
}

fn parse_usage(at: &mut Reader<'_>) -> Option<Usage> {
    let usage = Usage {
        input_tokens: at.member("{\"inputTokens\":", Reader::count)?,
        output_tokens: at.member(",\"outputTokens\":", Reader::count)?,
    };
    at.expect_text("}")?;
    Some(usage)
}

/// A cursor over the line. Each method consumes the element that it is named after, or returns
/// `None`.
struct Reader<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    #[inline]
    fn expect_text(&mut self, wanted: &str) -> Option<()> {
        let rest = self.line.as_bytes().get(self.at..)?;
        starts_with(rest, wanted.as_bytes()).then(|| self.at += wanted.len())
    }

    /// Parses `name`, then the value with `read`.
    #[inline]
    fn member<T>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.expect_text(name)?;
        read(self)
    }

    /// Parses an optional first member with the comma after it.
    fn optional_first<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Option<T>> {
        let member = self.optional(name, read)?;
        if member.is_some() {
            self.expect_text(",")?;
        }
        Some(member)
    }

    /// Parses the value with `read` if `name` is next.
    fn optional<T>(
        &mut self,
        name: &str,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.expect_text(name) {
            None => Some(None),
            Some(()) => read(self).map(Some),
        }
    }

    /// Like [`optional`](Self::optional), for a member that is the first one unless `begun`. `name`
    /// begins with a comma, which a first member lacks.
    fn optional_after<T>(
        &mut self,
        begun: &mut bool,
        name: &str,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<Option<T>> {
        let member = self.optional(if *begun { name } else { &name[1..] }, read)?;
        *begun |= member.is_some();
        Some(member)
    }

    fn nullable<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.expect_text("null") {
            Some(()) => Some(None),
            None => read(self).map(Some),
        }
    }

    fn maybe_withheld<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<MaybeWithheld<T>> {
        if self.expect_text("{\"digest\":").is_none() {
            return read(self).map(MaybeWithheld::Open);
        }
        let digest = self.digest()?;
        self.expect_text(",\"withheld\":\"sha-256\"}")?;
        Some(MaybeWithheld::Withheld(Withheld { digest }))
    }

    fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.expect_text("[")?;
        if self.expect_text("]").is_some() {
            return Some(Vec::new());
        }
        // Almost always one item.
        let mut items = Vec::with_capacity(1);
        loop {
            items.push(read(self)?);
            if self.expect_text("]").is_some() {
                return Some(items);
            }
            self.expect_text(",")?;
        }
    }

    fn is_next(&self, byte: u8) -> bool {
        self.line.as_bytes().get(self.at) == Some(&byte)
    }

    /// Parses text without escapes.
    fn plain_text(&mut self) -> Option<&'a str> {
        let bytes = self.line.as_bytes();
        let start = self.at + 1;
        let end = find_end_of_unescaped(bytes, start);
        let whole = self.is_next(b'"') && bytes.get(end) == Some(&b'"');
        let text = self.line.get(start..end).filter(|_| whole)?;
        self.at = end + 1;
        Some(text)
    }

    fn text(&mut self) -> Option<Text<'a>> {
        match self.plain_text() {
            Some(text) => Some(text.into()),
            None => self.escaped_text().map(Into::into),
        }
    }

    #[inline(never)]
    fn escaped_text(&mut self) -> Option<String> {
        self.expect_text("\"")?;
        let mut text = String::new();
        loop {
            let end = find_end_of_unescaped(self.line.as_bytes(), self.at);
            text.push_str(&self.line[self.at..end]);
            self.at = end + 1;
            match self.line.as_bytes().get(end)? {
                b'"' => return Some(text),
                b'\\' => text.push(self.escape()?),
                _ => return None,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let (found, length) = decode_canonical_escape(&self.line.as_bytes()[self.at..])?;
        self.at += length;
        Some(found)
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

    /// Parses a positive count; 0 is omitted in canonical form.
    fn positive_count(&mut self) -> Option<Count> {
        self.count().filter(|count| count.get() > 0)
    }

    /// Parses a count that fits `T`.
    fn count_as<T: TryFrom<u64>>(&mut self) -> Option<T> {
        T::try_from(self.count()?.get()).ok()
    }

    fn digest(&mut self) -> Option<Digest> {
        Digest::from_hex("digest", self.plain_text()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::base::json::Value;

    /// Records of every form that is written, by the runs of the vectors and by hand.
    static LINES: LazyLock<Vec<String>> = LazyLock::new(lines);

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
        let start = math.find("\"bank\":").unwrap();
        let bank = math[start..math.find("\"counts\":").unwrap()].to_owned();
        let change = |from: &str, to: &str| {
            assert!(math.contains(from), "{from}");
            math.replacen(from, to, 1)
        };
        lines.extend([
            change("\"response\":\"28\"", &format!("\"response\":{digest}")),
            change("\"seed\":\"vectors\"", &format!("\"seed\":{digest}")),
            change("\"response\":\"28\"", r#""response":"\"\\\b\t\n\f\r\u0001\u001f é😀""#),
            change("\"score\":100", &format!(r#""score":100,"sessionId":"{}""#, "0a".repeat(32))),
            change(
                r#"},"fetchedAt":"#,
                r#","usage":{"inputTokens":1,"outputTokens":0}},"fetchedAt":"#,
            ),
            change("\"expected\":", "\"evaluator\":\"did:key:z6Mk\",\"expected\":"),
            change("\"science\":3},", "\"science\":3},\"entropySource\":\"s\",").replacen(
                "\"entropy\":\"\"",
                "\"entropy\":\"e\"",
                1,
            ),
            change("\"math\":3,\"science\":3", "\"math\":3").replacen(&bank, "", 1),
            change("\"span\":[0,2]", "\"span\":null"),
            change(
                "\"id\":\"https://agent.example/chat\",\"protocol\":\"json\"",
                "\"id\":\"x\",\"registry\":\"r\"",
            ),
            change("\"endpoint\":\"https://agent.example/chat\",", ""),
            change("\"endpoint\":", "\"agent\":\"a\",\"endpoint\":"),
            change("\"protocol\":\"json\"", "\"model\":\"m\",\"protocol\":\"json\",\"tool\":\"t\""),
            change("\"score\":100", "\"score\":100,\"served\":{\"model\":\"m\"}"),
            change("\"score\":100", &format!("\"score\":100,\"served\":{{\"card\":\"{}\",\"fingerprint\":\"f\",\"version\":\"1\"}}", "0a".repeat(32))),
        ]);
        lines
    }

    #[test]
    fn what_is_written_here_is_read_quickly() {
        for line in LINES.iter() {
            let record = SignalRecord::parse(line.as_bytes()).unwrap();
            assert_eq!(parse_canonical(line), Some(record), "{line}");
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
            let mut bytes = which.get(&LINES).clone().into_bytes();
            let at = at.index(bytes.len());
            match edit {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at),
            }
            let Ok(line) = String::from_utf8(bytes) else { return Ok(()) };
            if let Some(record) = parse_canonical(&line) {
                prop_assert_eq!(SignalRecord::parse(line.as_bytes()), Ok(record));
                let value = Value::parse(line.as_bytes()).unwrap();
                prop_assert_eq!(value.canonical(), line.into_bytes());
            }
        }
    }
}
