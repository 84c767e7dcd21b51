//! SimpleMath: one arithmetic expression (HCS-25 simple evals, "Question generation").

use std::fmt;

use crate::id::QuestionId;

/// One of the three operations: the strata of the family `math`.
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

    /// The name in ids: `add`, `sub` or `mul`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
        }
    }

    /// The operator in ids, in ASCII.
    const fn id_sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Sub => '-',
            Self::Mul => 'x',
        }
    }

    /// The operator as a person reads it.
    const fn printed_sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Sub => '−',
            Self::Mul => '×',
        }
    }

    /// The inclusive ranges of the two operands: the "common choices" of HCS-25.
    const fn ranges(self) -> [(u32, u32); 2] {
        match self {
            Self::Add => [(10, 100), (10, 100)],
            Self::Sub => [(10, 100), (1, 50)],
            Self::Mul => [(2, 12), (2, 12)],
        }
    }

    /// How many different questions the operation has.
    pub const fn size(self) -> u64 {
        let [(a0, a1), (b0, b1)] = self.ranges();
        (a1 - a0 + 1) as u64 * (b1 - b0 + 1) as u64
    }
}

/// An expression of two operands, both in range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    operation: Operation,
    left: u32,
    right: u32,
}

impl Expression {
    /// Question number `index` of an operation, counting the right operand fastest, and from the
    /// start again behind the last.
    pub const fn at(operation: Operation, index: u64) -> Self {
        let [(a0, _), (b0, b1)] = operation.ranges();
        let (index, width) = (index % operation.size(), (b1 - b0 + 1) as u64);
        // Both quotient and remainder are below 91.
        let (row, column) = ((index / width) as u32, (index % width) as u32);
        Self { operation, left: a0 + row, right: b0 + column }
    }

    /// Parses the part of an id behind `math:`, such as `add:37+58`; `None` for anything that is
    /// not the canonical id of a question in range.
    pub fn parse(text: &str) -> Option<Self> {
        let operation = Operation::ALL.into_iter().find(|it| text.starts_with(it.name()))?;
        let operands = text.strip_prefix(operation.name())?.strip_prefix(':')?;
        let (left, right) = operands.split_at(digits(operands));
        let right = right.strip_prefix(operation.id_sign())?;
        let [left_range, right_range] = operation.ranges();
        Some(Self {
            operation,
            left: operand(left, left_range)?,
            right: operand(right, right_range)?,
        })
    }

    /// The expression of a whole id, such as `math:add:37+58`; `None` as [`parse`](Self::parse).
    pub(crate) fn of_id(id: &str) -> Option<Self> {
        id.strip_prefix("math:").and_then(Self::parse)
    }

    /// The operation.
    pub const fn operation(self) -> Operation {
        self.operation
    }

    /// The two operands, in the order asked.
    pub const fn operands(self) -> [u32; 2] {
        [self.left, self.right]
    }

    /// The result.
    pub const fn value(self) -> i64 {
        let (left, right) = (self.left as i64, self.right as i64);
        match self.operation {
            Operation::Add => left + right,
            Operation::Sub => left - right,
            Operation::Mul => left * right,
        }
    }

    /// The stable id, such as `math:mul:6x7`.
    pub fn id(self) -> QuestionId {
        let Self { operation, left, right } = self;
        QuestionId::math(format!("math:{}:{left}{}{right}", operation.name(), operation.id_sign()))
    }
}

/// The expression as it is printed: `37 + 58`, `90 − 12`, `6 × 7`.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.operation.printed_sign(), self.right)
    }
}

/// An operand in canonical decimal form (no sign, no leading zero) within `range`.
fn operand(text: &str, (low, high): (u32, u32)) -> Option<u32> {
    // No operand has more digits than three.
    let canonical = text.len() <= 3 && digits(text) == text.len() && !text.starts_with('0');
    let value = text.bytes().take(3).fold(0, |n, digit| n * 10 + u32::from(digit & 15));
    (canonical && (low..=high).contains(&value)).then_some(value)
}

/// How many ASCII digits `text` begins with.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_one_id_that_parses_back() {
        for operation in Operation::ALL {
            let mut ids = std::collections::HashSet::new();
            for index in 0..operation.size() {
                let expression = Expression::at(operation, index);
                let id = expression.id();
                assert_eq!(Expression::parse(&id.as_str()["math:".len()..]), Some(expression));
                assert!(ids.insert(id));
            }
            assert_eq!(Expression::at(operation, operation.size()), Expression::at(operation, 0));
        }
    }

    #[test]
    fn the_sizes_are_those_of_the_ranges() {
        assert_eq!(Operation::ALL.map(Operation::size), [91 * 91, 91 * 50, 11 * 11]);
    }

    #[test]
    fn ids_out_of_form_or_range_are_refused() {
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
