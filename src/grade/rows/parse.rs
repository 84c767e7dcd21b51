//! One line to one row. The keys of a row and the shapes of their values are few, so this reads
//! them directly: nothing is skipped unread, and nothing is copied but what holds an escape.

mod usual;

use super::text::Text;
use crate::error::{Code, Error, shown};
use crate::tape::{Kind, Tape, begin};

/// A row as it is written. One is read after the other into the same place, as it is large: what a row
/// has no key for is that of an earlier one, and is not looked at.
#[derive(Debug, Default)]
pub(super) struct Row<'a> {
    /// The keys it has, a bit for each.
    keys: u8,
    id: &'a str,
    kind: Text<'a>,
    /// An empty list if there are none.
    pub options: Options<'a>,
    /// `None` for null.
    pub expected: Option<Text<'a>>,
    pub response: Text<'a>,
    pub question: Text<'a>,
    order: [u8; 4],
    pub task: Task,
}

/// What the reply answers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Task {
    #[default]
    Math,
    Choice,
    Question,
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

    /// Its bit among the keys of a row.
    const fn bit(self) -> u8 {
        1 << self as u8
    }

    fn name(self) -> &'static str {
        self.written().trim_end_matches('"')
    }
}

/// Reads the first line of `text` into `row`, and says how long it is. Texts with escapes are decoded
/// into `decoded`.
///
/// # Errors
/// As if `text` were that line alone.
#[inline]
pub(super) fn row<'a>(
    text: &'a str,
    decoded: &mut String,
    row: &mut Row<'a>,
) -> Result<usize, Error> {
    for style in &usual::STYLES {
        if let Some(length) = usual::read(text, style, decoded, row) {
            return Ok(length);
        }
    }
    otherwise(text, decoded, row)
}

/// As [`row`], however the line is written.
fn otherwise<'a>(text: &'a str, decoded: &mut String, row: &mut Row<'a>) -> Result<usize, Error> {
    decoded.clear();
    (row.keys, row.options.count) = (0, 0);
    let mut reader = Reader { line: text, at: 0, decoded };
    match reader.object(row) {
        Ok(()) => {
            let length = reader.at;
            row.task = row.told_task(decoded)?;
            Ok(length)
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
            Key::Expected => (text || value.is_null(), "a text in quotation marks, or null"),
            Key::Options => {
                let texts = value.items().all(|item| item.as_str().is_some());
                (value.is_null() || value.kind() == Kind::List && texts, "at most four texts")
            }
            Key::Order => (false, "four digits"),
        };
        let error = || {
            let thing = format!("\"{}\"", key.name());
            let list = value.kind() == Kind::List;
            let found = if list { shown(value.source()) } else { value.found() };
            Error::new(Code::RowValue, thing, expected, found)
        };
        (!fits).then(error)
    })
}

impl<'a> Row<'a> {
    /// The id as JSON.
    pub(super) fn id(&self) -> Option<&'a str> {
        self.has(Key::Id).then_some(self.id)
    }

    /// The order in which the options of a question were asked.
    pub(super) fn order(&self) -> Option<[u8; 4]> {
        self.has(Key::Order).then_some(self.order)
    }

    #[inline]
    fn has(&self, key: Key) -> bool {
        self.keys & key.bit() != 0
    }

    #[inline]
    fn told_task(&self, decoded: &str) -> Result<Task, Error> {
        if !self.has(Key::Response) {
            return Err(missing("\"response\""));
        }
        match (self.has(Key::Kind).then(|| self.kind.of(decoded)), self.has(Key::Question)) {
            (None, true) => {
                if self.has(Key::Expected) || self.has(Key::Options) {
                    return refused("\"expected\" or \"options\"", "none beside \"questionId\"");
                }
                Ok(Task::Question)
            }
            (None, false) => Err(missing("\"kind\" or \"questionId\"")),
            (Some(_), true) => refused("both", "\"kind\" or \"questionId\""),
            (Some(_), false) if self.has(Key::Order) => {
                refused("\"choiceOrder\"", "\"choiceOrder\" only beside \"questionId\"")
            }
            (Some("math"), false) => {
                if self.has(Key::Options) {
                    return refused("\"options\"", "no options in a row of kind math");
                }
                self.judged(Task::Math)
            }
            (Some("choice"), false) => self.judged(Task::Choice),
            (Some(other), false) => {
                let expected = "\"math\" or \"choice\"";
                Err(Error::new(Code::RowValue, "\"kind\"", expected, shown(other)))
            }
        }
    }

    /// `task`, of which the row has to say which answer is right.
    #[inline]
    fn judged(&self, task: Task) -> Result<Task, Error> {
        if self.has(Key::Expected) { Ok(task) } else { Err(missing("\"expected\"")) }
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
    /// Reads the whole line into `row`.
    #[inline]
    fn object(&mut self, row: &mut Row<'a>) -> Read<()> {
        self.take(b'{')?;
        if self.takes(b'}') {
            return self.end();
        }
        loop {
            let key = self.key()?;
            match key {
                Key::Id => row.id = self.id()?,
                Key::Kind => row.kind = self.string()?,
                Key::Options => self.options(&mut row.options)?,
                Key::Expected => {
                    row.expected = if self.takes_null() { None } else { Some(self.string()?) };
                }
                Key::Response => row.response = self.string()?,
                Key::Question => row.question = self.string()?,
                Key::Order => row.order = self.order()?,
            }
            if row.has(key) {
                let found = shown(key.name());
                return Err(Some(Error::new(Code::RowKey, "row", "each key once", found)));
            }
            row.keys |= key.bit();
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

    fn options(&mut self, options: &mut Options<'a>) -> Read<()> {
        let start = self.at;
        options.count = 0;
        if self.takes_null() {
            return Ok(());
        }
        self.take(b'[')?;
        if self.takes(b']') {
            return Ok(());
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
                return if few { Ok(()) } else { Err(many()) };
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
