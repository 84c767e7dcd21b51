//! One line to one row. The keys of a row and the shapes of their values are few, so this reads
//! them directly: nothing is skipped unread, and nothing is copied but what holds an escape.

use super::text::Text;
use crate::error::{Code, Error, shown};
use crate::tape::{Kind, Tape, begin};

/// A row as it is written.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// The id as JSON.
    pub id: Option<&'a str>,
    pub task: Task<'a>,
    pub response: Text<'a>,
}

/// What the reply answers.
#[derive(Debug)]
pub(super) enum Task<'a> {
    Math { expected: Option<Text<'a>> },
    Choice { options: Options<'a>, expected: Option<Text<'a>> },
    Question { id: Text<'a>, order: Option<[u8; 4]> },
}

/// The texts of at most four options.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options<'a> {
    pub texts: [Text<'a>; 4],
    pub count: usize,
}

/// The keys that a row may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Id,
    Kind,
    Options,
    Expected,
    Response,
    Question,
    Order,
}

impl Key {
    const ALL: [Self; 7] = [
        Self::Id,
        Self::Kind,
        Self::Options,
        Self::Expected,
        Self::Response,
        Self::Question,
        Self::Order,
    ];

    /// Its name, and the quotation mark behind it.
    const fn written(self) -> &'static str {
        match self {
            Self::Id => "id\"",
            Self::Kind => "kind\"",
            Self::Options => "options\"",
            Self::Expected => "expected\"",
            Self::Response => "response\"",
            Self::Question => "questionId\"",
            Self::Order => "choiceOrder\"",
        }
    }

    fn name(self) -> &'static str {
        self.written().trim_end_matches('"')
    }
}

/// The members of a row as they come.
#[derive(Default)]
struct Members<'a> {
    id: Option<&'a str>,
    kind: Option<Text<'a>>,
    options: Option<Options<'a>>,
    expected: Option<Option<Text<'a>>>,
    response: Option<Text<'a>>,
    question: Option<Text<'a>>,
    order: Option<[u8; 4]>,
}

/// Reads the first line of `text`, and says how long it is. Texts with escapes are decoded into
/// `decoded`.
///
/// # Errors
/// As if `text` were that line alone.
#[inline]
pub(super) fn row<'a>(text: &'a str, decoded: &mut String) -> Result<(Row<'a>, usize), Error> {
    decoded.clear();
    let mut reader = Reader { line: text, at: 0, decoded };
    let mut members = Members::default();
    match reader.object(&mut members) {
        Ok(()) => {
            let length = reader.at;
            Ok((members.into_row(decoded)?, length))
        }
        Err(Some(error)) => Err(error),
        Err(None) => {
            let line = text.split('\n').next().unwrap_or_default().trim_ascii();
            if let Some(error) = misfit(line) {
                return Err(error);
            }
            let found = format!("{} (at byte {})", shown(line), reader.at);
            Err(Error::new(Code::RowNotJson, "row", "a JSON object", found))
        }
    }
}

/// What is wrong with a row that is a JSON object after all: a value of another type.
#[cold]
fn misfit(line: &str) -> Option<Error> {
    let mut tape = Tape::new();
    let row = tape.read("row", line.as_bytes()).ok().filter(|row| row.kind() == Kind::Map)?;
    row.members().find_map(|(name, value)| {
        let key = Key::ALL.into_iter().find(|key| name.is(key.name()))?;
        let text = value.as_str().is_some();
        let integer = value.as_number().is_some_and(|it| !it.contains(['.', 'e', 'E']));
        let (fits, expected) = match key {
            Key::Id => (text || integer, "a text or an integer"),
            Key::Kind | Key::Response | Key::Question => (text, "a text"),
            Key::Expected => (text || value.is_null(), "a text or null"),
            Key::Options => {
                let texts = value.items().all(|item| item.as_str().is_some());
                (value.is_null() || value.kind() == Kind::List && texts, "at most four texts")
            }
            Key::Order => (false, "four digits"),
        };
        let error = || {
            let thing = format!("\"{}\"", key.name());
            Error::new(Code::RowValue, thing, expected, shown(value.source()))
        };
        (!fits).then(error)
    })
}

impl<'a> Members<'a> {
    #[inline]
    fn into_row(self, decoded: &str) -> Result<Row<'a>, Error> {
        let Self { id, kind, options, expected, response, question, order } = self;
        let response = response.ok_or_else(|| missing("\"response\""))?;
        let task = match (kind.map(|kind| kind.of(decoded)), question) {
            (None, Some(id)) => {
                if expected.is_some() || options.is_some() {
                    return refused("\"expected\" or \"options\"", "none beside \"questionId\"");
                }
                Task::Question { id, order }
            }
            (None, None) => return Err(missing("\"kind\" or \"questionId\"")),
            (Some(_), Some(_)) => return refused("both", "\"kind\" or \"questionId\""),
            (Some(_), None) if order.is_some() => {
                return refused("\"choiceOrder\"", "\"choiceOrder\" only beside \"questionId\"");
            }
            (Some("math"), None) => {
                if options.is_some() {
                    return refused("\"options\"", "no options in a row of kind math");
                }
                Task::Math { expected: expected.ok_or_else(|| missing("\"expected\""))? }
            }
            (Some("choice"), None) => {
                let expected = expected.ok_or_else(|| missing("\"expected\""))?;
                Task::Choice { options: options.unwrap_or_default(), expected }
            }
            (Some(other), None) => {
                let expected = "\"math\" or \"choice\"";
                return Err(Error::new(Code::RowValue, "\"kind\"", expected, shown(other)));
            }
        };
        Ok(Row { id, task, response })
    }
}

fn missing(key: &'static str) -> Error {
    Error::new(Code::RowKey, "row", key, "none")
}

fn refused<T>(found: &'static str, expected: &'static str) -> Result<T, Error> {
    Err(Error::new(Code::RowKey, "row", expected, found))
}

struct Reader<'a, 'd> {
    /// The line and what stands behind it.
    line: &'a str,
    at: usize,
    /// Texts that were written with escapes, one behind the other.
    decoded: &'d mut String,
}

/// What was read; else what is wrong with a row that is JSON so far, or nothing if it is not JSON.
type Read<T> = Result<T, Option<Error>>;

impl<'a> Reader<'a, '_> {
    /// Reads the whole line into `members`.
    #[inline]
    fn object(&mut self, members: &mut Members<'a>) -> Read<()> {
        self.take(b'{')?;
        if self.takes(b'}') {
            return self.end();
        }
        loop {
            let key = self.key()?;
            let twice = match key {
                Key::Id => members.id.replace(self.id()?).is_some(),
                Key::Kind => members.kind.replace(self.string()?).is_some(),
                Key::Options => members.options.replace(self.options()?).is_some(),
                Key::Expected => {
                    let expected = if self.takes_null() { None } else { Some(self.string()?) };
                    members.expected.replace(expected).is_some()
                }
                Key::Response => members.response.replace(self.string()?).is_some(),
                Key::Question => members.question.replace(self.string()?).is_some(),
                Key::Order => members.order.replace(self.order()?).is_some(),
            };
            if twice {
                let found = shown(key.name());
                return Err(Some(Error::new(Code::RowKey, "row", "each key once", found)));
            }
            if !self.takes(b',') {
                self.take(b'}')?;
                return self.end();
            }
        }
    }

    /// A key and the colon behind it.
    #[inline]
    fn key(&mut self) -> Read<Key> {
        self.take(b'"')?;
        let rest = &self.line.as_bytes()[self.at..];
        let known = match rest.first() {
            Some(b'i') => Key::Id,
            Some(b'k') => Key::Kind,
            Some(b'o') => Key::Options,
            Some(b'e') => Key::Expected,
            Some(b'r') => Key::Response,
            Some(b'q') => Key::Question,
            _ => Key::Order,
        };
        if !begin(rest, known.written().as_bytes()) {
            return self.key_otherwise();
        }
        self.at += known.written().len();
        self.take(b':')?;
        Ok(known)
    }

    /// A key that is not written as it mostly is, or that a row may not have.
    #[inline(never)]
    fn key_otherwise(&mut self) -> Read<Key> {
        let key = self.string_behind_quote()?;
        self.take(b':')?;
        let name = key.of(self.decoded);
        Key::ALL
            .into_iter()
            .find(|key| key.name() == name)
            .ok_or_else(|| Some(Error::new(Code::RowKey, "row", "a key it may have", shown(name))))
    }

    fn bad_value(&self, key: &'static str, expected: &'static str, at: usize) -> Option<Error> {
        let found = self.line.get(at..self.at).unwrap_or_default();
        Some(Error::new(Code::RowValue, key, expected, shown(found)))
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    /// Whether `byte` comes next, which it then moves behind.
    #[inline]
    fn takes(&mut self, byte: u8) -> bool {
        // There is seldom white space.
        if self.peek() != Some(byte) {
            self.white_space();
            if self.peek() != Some(byte) {
                return false;
            }
        }
        self.at += 1;
        true
    }

    #[inline]
    fn take(&mut self, byte: u8) -> Read<()> {
        if self.takes(byte) { Ok(()) } else { Err(None) }
    }

    fn takes_null(&mut self) -> bool {
        self.white_space();
        let null = begin(&self.line.as_bytes()[self.at..], b"null");
        self.at += if null { 4 } else { 0 };
        null
    }

    fn end(&mut self) -> Read<()> {
        self.white_space();
        if matches!(self.peek(), None | Some(b'\n')) { Ok(()) } else { Err(None) }
    }

    #[inline(always)]
    fn string(&mut self) -> Read<Text<'a>> {
        self.take(b'"')?;
        self.string_behind_quote()
    }

    #[inline(always)]
    fn string_behind_quote(&mut self) -> Read<Text<'a>> {
        let (text, end) = Text::scan(self.line, self.at, self.decoded).ok_or(None)?;
        self.at = end;
        Ok(text)
    }

    /// An id as it is written: a string, or an integer.
    fn id(&mut self) -> Read<&'a str> {
        self.white_space();
        let start = self.at;
        if self.peek() == Some(b'"') {
            self.string()?;
        } else {
            self.at += usize::from(self.peek() == Some(b'-'));
            let digits = &self.line.as_bytes()[self.at..];
            let count = digits.iter().take_while(|b| b.is_ascii_digit()).count();
            if count == 0 || count > 1 && digits[0] == b'0' {
                return Err(None);
            }
            self.at += count;
        }
        self.line.get(start..self.at).ok_or(None)
    }

    fn options(&mut self) -> Read<Options<'a>> {
        let start = self.at;
        let mut options = Options::default();
        if self.takes_null() {
            return Ok(options);
        }
        self.take(b'[')?;
        if self.takes(b']') {
            return Ok(options);
        }
        loop {
            let option = self.string()?;
            if let Some(place) = options.texts.get_mut(options.count) {
                *place = option;
            }
            options.count += 1;
            if !self.takes(b',') {
                self.take(b']')?;
                let few = options.count <= options.texts.len();
                let many = || self.bad_value("\"options\"", "at most four texts", start);
                return if few { Ok(options) } else { Err(many()) };
            }
        }
    }

    fn order(&mut self) -> Read<[u8; 4]> {
        let start = self.at;
        let mut order = [0; 4];
        let mut count = 0;
        self.take(b'[')?;
        loop {
            self.white_space();
            let digit = self.peek().filter(u8::is_ascii_digit).ok_or(None)?;
            self.at += 1;
            if let Some(place) = order.get_mut(count) {
                *place = digit - b'0';
            }
            count += 1;
            if !self.takes(b',') {
                self.take(b']')?;
                let whole = count == order.len();
                let other = || self.bad_value("\"choiceOrder\"", "four digits", start);
                return if whole { Ok(order) } else { Err(other()) };
            }
        }
    }
}
