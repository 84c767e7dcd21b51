//! SimpleMath: arithmetic expressions (HCS-25 simple evals, "Question generation").

use std::fmt;

/// An operation: a stratum of the family `math`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// 10–100 plus 10–100.
    Add,
    /// 10–100 minus 1–50; the result may be negative.
    Sub,
    /// 2–12 times 2–12.
    Mul,
}

impl Operation {
    /// The operations, in the order in which the draw numbers them.
    pub const ALL: [Self; 3] = [Self::Add, Self::Sub, Self::Mul];

    /// Returns the name in ids: `add`, `sub` or `mul`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
        }
    }

    /// Returns the operator in ids, in ASCII.
    const fn id_sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Sub => '-',
            Self::Mul => 'x',
        }
    }

    /// Returns the operator in prompts.
    const fn printed_sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Sub => '−',
            Self::Mul => '×',
        }
    }

    /// Returns the inclusive ranges of the two operands: the "common choices" of HCS-25.
    const fn ranges(self) -> [(u32, u32); 2] {
        match self {
            Self::Add => [(10, 100), (10, 100)],
            Self::Sub => [(10, 100), (1, 50)],
            Self::Mul => [(2, 12), (2, 12)],
        }
    }

    /// Returns the number of distinct questions.
    pub const fn size(self) -> u64 {
        let [(a0, a1), (b0, b1)] = self.ranges();
        (a1 - a0 + 1) as u64 * (b1 - b0 + 1) as u64
    }
}

/// An expression with two operands in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    operation: Operation,
    left: u32,
    right: u32,
}

impl Expression {
    /// Returns question number `index` of an operation, the right operand varying fastest. Indexes
    /// wrap around.
    pub const fn nth(operation: Operation, index: u64) -> Self {
        let [(a0, _), (b0, b1)] = operation.ranges();
        let (index, width) = (index % operation.size(), (b1 - b0 + 1) as u64);
        // Both quotient and remainder are below 91.
        let (row, column) = ((index / width) as u32, (index % width) as u32);
        Self { operation, left: a0 + row, right: b0 + column }
    }

    /// Parses the part of an id after `math:`, such as `add:37+58`; `None` unless it is the
    /// canonical id of a question in range.
    pub fn parse(text: &str) -> Option<Self> {
        let operation = *Operation::ALL.iter().find(|it| text.starts_with(it.name()))?;
        let operands = text.strip_prefix(operation.name())?.strip_prefix(':')?;
        let (left, right) = operands.split_at(count_digits(operands));
        let right = right.strip_prefix(operation.id_sign())?;
        let [left_range, right_range] = operation.ranges();
        Some(Self {
            operation,
            left: operand(left, left_range)?,
            right: operand(right, right_range)?,
        })
    }

    /// Parses a whole id, such as `math:add:37+58`; `None` as in [`parse`](Self::parse).
    pub(crate) fn from_id(id: &str) -> Option<Self> {
        id.strip_prefix("math:").and_then(Self::parse)
    }

    /// Returns the operands, in the order asked.
    pub const fn operands(self) -> [u32; 2] {
        [self.left, self.right]
    }

    /// Returns the result.
    pub const fn value(self) -> i64 {
        let (left, right) = (self.left as i64, self.right as i64);
        match self.operation {
            Operation::Add => left + right,
            Operation::Sub => left - right,
            Operation::Mul => left * right,
        }
    }

    /// Returns the stable id, such as `math:mul:6x7`.
    pub fn id(self) -> String {
        let Self { operation, left, right } = self;
        format!("math:{}:{left}{}{right}", operation.name(), operation.id_sign())
    }
}

/// Writes the expression as in prompts: `37 + 58`, `90 − 12`, `6 × 7`.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.operation.printed_sign(), self.right)
    }
}

/// Parses an operand in canonical decimal form (no sign, no leading zero) within `range`.
fn operand(text: &str, (low, high): (u32, u32)) -> Option<u32> {
    // Operands have at most three digits.
    let canonical = text.len() <= 3 && count_digits(text) == text.len() && !text.starts_with('0');
    let value = text.bytes().take(3).fold(0, |n, digit| n * 10 + u32::from(digit & 15));
    (canonical && (low..=high).contains(&value)).then_some(value)
}

/// Returns the number of leading ASCII digits.
fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_round_trip() {
        for operation in Operation::ALL {
            let mut ids = std::collections::HashSet::new();
            for index in 0..operation.size() {
                let expression = Expression::nth(operation, index);
                let id = expression.id();
                assert_eq!(Expression::parse(&id["math:".len()..]), Some(expression));
                assert!(ids.insert(id));
            }
            assert_eq!(Expression::nth(operation, operation.size()), Expression::nth(operation, 0));
        }
    }

    #[test]
    fn sizes_match_the_ranges() {
        assert_eq!(Operation::ALL.map(Operation::size), [91 * 91, 91 * 50, 11 * 11]);
    }

    #[test]
    fn rejects_ids_that_are_malformed_or_out_of_range() {
        for text in [
            "add:9+10",
            "add:010+20",
            "add:+10+20",
            "add:37 + 58",
            "sub:10-51",
            "mul:6*7",
            "mul:1x2",
            "div:6/3",
            "add:10",
            "",
            "add:10+10+10",
            "add:１０+10",
        ] {
            assert_eq!(Expression::parse(text), None, "{text}");
        }
    }
}
