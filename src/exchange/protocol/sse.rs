//! Parser for server-sent events (WHATWG HTML, "Server-sent events").

/// Incremental parser that returns the data of events. Ignores their types.
#[derive(Clone, Debug, Default)]
pub(in crate::exchange) struct SseParser {
    /// The id of the last event; empty if it has none.
    pub(in crate::exchange) last_id: String,
    /// The delay in milliseconds before a resumption, if the server asks for one.
    pub(in crate::exchange) retry_ms: Option<u64>,
    line: Vec<u8>,
    data: Option<String>,
    /// True after a carriage return: a following line feed belongs to the same line break.
    after_cr: bool,
    /// True after the first line: a byte order mark is no longer stripped.
    past_first_line: bool,
}

impl SseParser {
    /// Parses more of the stream, and returns the data of each event that it completes.
    pub(in crate::exchange) fn feed(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut complete = Vec::new();
        for &byte in bytes {
            let paired = std::mem::replace(&mut self.after_cr, byte == b'\r') && byte == b'\n';
            match byte {
                _ if paired => {}
                b'\r' | b'\n' => complete.extend(self.end_line()),
                _ => self.line.push(byte),
            }
        }
        complete
    }

    /// Returns the data of an unfinished event at the end of the stream. The standard drops it, but
    /// servers forget the final empty line.
    pub(in crate::exchange) fn finish(&mut self) -> Option<String> {
        let last = self.end_line();
        last.or_else(|| self.data.take())
    }

    fn end_line(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        let past_first_line = std::mem::replace(&mut self.past_first_line, true);
        let bytes = if past_first_line {
            &line
        } else {
            line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line)
        };
        if bytes.is_empty() {
            return self.data.take();
        }
        let text = String::from_utf8_lossy(bytes);
        let (name, value) = text.split_once(':').unwrap_or((&text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match (name, &mut self.data) {
            ("data", Some(data)) => {
                data.push('\n');
                data.push_str(value);
            }
            ("data", None) => self.data = Some(value.to_owned()),
            // An id is sent back in a header.
            ("id", _) if value.bytes().all(|b| b.is_ascii_graphic()) => {
                value.clone_into(&mut self.last_id);
            }
            ("retry", _) if !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) => {
                self.retry_ms = Some(value.parse().unwrap_or(u64::MAX));
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_parse_for_every_chunk_boundary() {
        let stream = "\u{feff}data: a\r\n\r\n: note\nevent: x\ndata:b\ndata\rdata:  c\r\rid: 1\n\n\
                      data: \u{e9}\n\ndata: open"
            .as_bytes();
        let expected = ["a", "b\n\n c", "\u{e9}", "open"];
        for cut in 0..=stream.len() {
            let mut events = SseParser::default();
            let mut found = events.feed(&stream[..cut]);
            found.extend(events.feed(&stream[cut..]));
            found.extend(events.finish());
            assert_eq!(found, expected, "cut at {cut}");
        }
    }
}
