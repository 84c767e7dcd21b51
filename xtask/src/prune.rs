//! Removes from a module what only panics would say. A wasm has nothing to print a message to, so a
//! panic traps at once, and the code and data that nothing else refers to are dropped.
//!
//! The module must be linked with `--emit-relocs`: relocations name everything that is referred to.

use std::collections::BTreeSet;
use std::ops::Range;

use wasmparser::{
    BinaryReader, CodeSectionReader, CustomSectionReader, Data, DataKind, DataSectionReader,
    ElementItems, ElementSectionReader, ExportSectionReader, ExternalKind, FunctionBody,
    ImportSectionReader, Linking, LinkingSectionReader, Operator, RelocSectionReader,
    RelocationType, Result, SymbolFlags, SymbolInfo, TypeRef,
};

const UNREACHABLE: u8 = 0x00;
const NOP: u8 = 0x01;
const END: u8 = 0x0b;
const I32_CONST: u8 = 0x41;

/// Minimum length of a run of zero bytes that is left out of the data. A further segment costs about
/// as much as a short run, after compression.
const LONG_RUN: usize = 128;

/// Something that code or data can refer to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    /// A function, by its index.
    Function(u32),
    /// The entry of a function in the table.
    Entry(u32),
    /// Data, by the index of its symbol.
    Data(usize),
}

#[derive(Clone)]
enum Symbol {
    Function(u32),
    Data(Range<usize>),
    Other,
}

struct Function {
    /// Byte range of its code in the file.
    body: Range<usize>,
    calls: BTreeSet<u32>,
    /// True if it never returns: no branch or `return` leaves it, and it ends in `unreachable`.
    endless: bool,
}

struct Section {
    id: u8,
    /// Byte range in the file, header included.
    whole: Range<usize>,
    content: Range<usize>,
}

#[derive(Default)]
struct Module {
    sections: Vec<Section>,
    imports: u32,
    functions: Vec<Function>,
    symbols: Vec<Symbol>,
    /// Relocations in file order: offset, type, and index of the symbol.
    relocations: Vec<(usize, RelocationType, usize)>,
    roots: Vec<Item>,
    /// The data of each segment.
    segments: Vec<Range<usize>>,
}

/// Returns `wasm`, smaller: its panics trap at once.
pub fn prune(mut wasm: Vec<u8>) -> Result<Vec<u8>> {
    let module = Module::read(&wasm)?;
    let dead = module.dead_code(&wasm)?;
    for range in &dead {
        wasm[range.clone()].fill(NOP);
        wasm[range.start] = UNREACHABLE;
    }
    let alive = module.alive(&dead, &wasm);
    let mut kept = vec![false; wasm.len()];
    for item in &alive {
        if let Item::Data(symbol) = item
            && let Symbol::Data(range) = &module.symbols[*symbol]
        {
            kept[range.clone()].fill(true);
        }
    }
    for at in module.segments.iter().cloned().flatten().filter(|at| !kept[*at]) {
        wasm[at] = 0;
    }
    module.write(&wasm, &alive)
}

impl Module {
    fn read(wasm: &[u8]) -> Result<Self> {
        let mut module = Self { sections: sections(wasm)?, ..Self::default() };
        let starts: Vec<usize> = module.sections.iter().map(|it| it.content.start).collect();
        for at in 0..module.sections.len() {
            let Section { id, content, .. } = &module.sections[at];
            let reader = BinaryReader::new(&wasm[content.clone()], content.start);
            match id {
                0 => module.read_custom(CustomSectionReader::new(reader)?, &starts)?,
                2 => {
                    for import in ImportSectionReader::new(reader)?.into_imports() {
                        module.imports += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                7 => {
                    for export in ExportSectionReader::new(reader)? {
                        let export = export?;
                        if export.kind == ExternalKind::Func {
                            module.roots.push(Item::Function(export.index));
                        }
                    }
                }
                10 => {
                    for body in CodeSectionReader::new(reader)? {
                        module.functions.push(function(&body?)?);
                    }
                }
                11 => {
                    for segment in DataSectionReader::new(reader)? {
                        let segment = segment?;
                        let end = segment.range.end;
                        module.segments.push(end - segment.data.len()..end);
                    }
                }
                _ => {}
            }
        }
        module.relocations.sort_by_key(|(at, ..)| *at);
        Ok(module)
    }

    fn read_custom(&mut self, section: CustomSectionReader<'_>, starts: &[usize]) -> Result<()> {
        let reader = || BinaryReader::new(section.data(), section.data_offset());
        if section.name() == "linking" {
            for part in LinkingSectionReader::new(reader())?.subsections() {
                let Linking::SymbolTable(symbols) = part? else { continue };
                for symbol in symbols {
                    let symbol = self.symbol(symbol?);
                    self.symbols.push(symbol);
                }
            }
        } else if section.name().starts_with("reloc.") {
            let relocations = RelocSectionReader::new(reader())?;
            let start = starts[relocations.section_index() as usize];
            for entry in relocations.entries() {
                let entry = entry?;
                let at = start + entry.offset as usize;
                self.relocations.push((at, entry.ty, entry.index as usize));
            }
        }
        Ok(())
    }

    fn symbol(&mut self, symbol: SymbolInfo<'_>) -> Symbol {
        match symbol {
            SymbolInfo::Func { index, .. } => Symbol::Function(index),
            SymbolInfo::Data { flags, symbol: Some(data), .. } => {
                if flags.intersects(SymbolFlags::EXPORTED | SymbolFlags::NO_STRIP) {
                    self.roots.push(Item::Data(self.symbols.len()));
                }
                let start = self.segments[data.index as usize].start + data.offset as usize;
                Symbol::Data(start..start + data.size as usize)
            }
            _ => Symbol::Other,
        }
    }

    /// Reports whether a symbol is a `Location`: a pointer to the name of a source file, its length,
    /// a line and a column. Only panics read one.
    fn is_location(&self, symbol: usize, wasm: &[u8]) -> bool {
        let Symbol::Data(range) = &self.symbols[symbol] else { return false };
        let first = self.relocations.partition_point(|(at, ..)| *at < range.start);
        let mut inside = self.relocations[first..].iter().take_while(|(at, ..)| *at < range.end);
        let (Some((_, _, name)), None) = (inside.next(), inside.next()) else { return false };
        let Symbol::Data(name) = &self.symbols[*name] else { return false };
        range.len() == 16 && wasm[name.clone()].ends_with(b".rs\0")
    }

    fn function(&self, index: u32) -> Option<&Function> {
        index.checked_sub(self.imports).and_then(|at| self.functions.get(at as usize))
    }

    /// Returns the functions that can do nothing but trap: they cannot return and ask nothing of the
    /// host.
    fn traps(&self) -> BTreeSet<u32> {
        let endless = (self.imports..).zip(&self.functions).filter(|(_, it)| it.endless);
        endless.map(|(index, _)| index).filter(|index| !self.asks(*index)).collect()
    }

    /// Reports whether a function calls the host, directly or not.
    fn asks(&self, index: u32) -> bool {
        let (mut seen, mut next) = (BTreeSet::from([index]), vec![index]);
        while let Some(index) = next.pop() {
            let Some(Function { calls, .. }) = self.function(index) else { return true };
            next.extend(calls.iter().filter(|callee| seen.insert(**callee)));
        }
        false
    }

    /// Returns the code that leads straight to a trap.
    fn dead_code(&self, wasm: &[u8]) -> Result<Vec<Range<usize>>> {
        let traps = self.traps();
        let mut dead = Vec::new();
        for Function { body, .. } in &self.functions {
            let body = FunctionBody::new(BinaryReader::new(&wasm[body.clone()], body.start));
            let mut operators = body.get_operators_reader()?;
            let mut start = operators.original_position();
            while !operators.eof() {
                let operator = operators.read()?;
                let end = operators.original_position();
                match operator {
                    Operator::Call { function_index } if traps.contains(&function_index) => {
                        dead.push(start..end);
                    }
                    _ => {}
                }
                if is_control(&operator) {
                    start = end;
                }
            }
        }
        Ok(dead)
    }

    /// Returns everything that exported functions refer to, directly or not, outside of `dead` code.
    fn alive(&self, dead: &[Range<usize>], wasm: &[u8]) -> BTreeSet<Item> {
        let mut alive = BTreeSet::new();
        let mut next = self.roots.clone();
        while let Some(item) = next.pop() {
            if !alive.insert(item) {
                continue;
            }
            let range = match item {
                Item::Function(index) => self.function(index).map(|it| it.body.clone()),
                Item::Entry(index) => {
                    next.push(Item::Function(index));
                    None
                }
                Item::Data(symbol) => match &self.symbols[symbol] {
                    Symbol::Data(range) => Some(range.clone()),
                    _ => None,
                },
            };
            let Some(range) = range else { continue };
            let first = self.relocations.partition_point(|(at, ..)| *at < range.start);
            for (at, kind, symbol) in &self.relocations[first..] {
                if *at >= range.end {
                    break;
                }
                let past = dead.partition_point(|dead| dead.end <= *at);
                if dead.get(past).is_some_and(|dead| dead.contains(at)) {
                    continue;
                }
                next.extend(match (&self.symbols[*symbol], kind) {
                    (Symbol::Function(index), RelocationType::FunctionIndexLeb) => {
                        Some(Item::Function(*index))
                    }
                    (Symbol::Function(index), _) => Some(Item::Entry(*index)),
                    (Symbol::Data(_), _) if self.is_location(*symbol, wasm) => None,
                    (Symbol::Data(_), _) => Some(Item::Data(*symbol)),
                    (Symbol::Other, _) => None,
                });
            }
        }
        alive
    }

    /// Returns the module without its relocations, and with no entry in the table that is not alive.
    fn write(&self, wasm: &[u8], alive: &BTreeSet<Item>) -> Result<Vec<u8>> {
        let mut out = wasm[..8].to_vec();
        for Section { id, whole, content } in &self.sections {
            let reader = BinaryReader::new(&wasm[content.clone()], content.start);
            match id {
                0 => {
                    let custom = CustomSectionReader::new(reader)?;
                    let name = custom.name();
                    if name != "linking" && !name.starts_with("reloc.") {
                        out.extend_from_slice(&wasm[whole.clone()]);
                    }
                }
                9 => {
                    let section = entries(ElementSectionReader::new(reader)?, wasm, alive)?;
                    out.push(9);
                    leb(&mut out, section.len());
                    out.extend(section);
                }
                11 => {
                    let section = data(DataSectionReader::new(reader)?)?;
                    out.push(11);
                    leb(&mut out, section.len());
                    out.extend(section);
                }
                // The number of data segments, which no instruction needs.
                12 => {}
                _ => out.extend_from_slice(&wasm[whole.clone()]),
            }
        }
        Ok(out)
    }
}

/// Returns the content of the data section without long runs of zero bytes: memory is zero at the
/// start.
fn data(section: DataSectionReader<'_>) -> Result<Vec<u8>> {
    let (mut segments, mut count) = (Vec::new(), 0);
    for segment in section {
        let Data { kind, data, .. } = segment?;
        let DataKind::Active { offset_expr, .. } = kind else { continue };
        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
            continue;
        };
        let mut at = 0;
        while let Some(zeros) = data[at..].iter().position(|byte| *byte != 0) {
            let start = at + zeros;
            at = data[start..]
                .windows(LONG_RUN)
                .position(|run| run.iter().all(|byte| *byte == 0))
                .map_or(data.len(), |length| start + length);
            segments.extend([0, I32_CONST]);
            sleb(&mut segments, i64::from(value) + start as i64);
            segments.push(END);
            leb(&mut segments, at - start);
            segments.extend_from_slice(&data[start..at]);
            count += 1;
        }
    }
    let mut out = Vec::new();
    leb(&mut out, count);
    out.extend(segments);
    Ok(out)
}

/// Returns the content of the element section, with an entry that is alive in place of every other.
fn entries(
    section: ElementSectionReader<'_>,
    wasm: &[u8],
    alive: &BTreeSet<Item>,
) -> Result<Vec<u8>> {
    let is_alive = |index: &u32| alive.contains(&Item::Entry(*index));
    let mut out = Vec::new();
    leb(&mut out, section.count() as usize);
    for element in section {
        let element = element?;
        let ElementItems::Functions(functions) = element.items else {
            out.extend_from_slice(&wasm[element.range]);
            continue;
        };
        let head = element.range.start..functions.range().start;
        out.extend_from_slice(&wasm[head]);
        let functions = functions.into_iter().collect::<Result<Vec<u32>>>()?;
        let spare = functions.iter().copied().find(is_alive);
        leb(&mut out, functions.len());
        for index in functions {
            let entry = if is_alive(&index) { index } else { spare.unwrap_or(index) };
            leb(&mut out, entry as usize);
        }
    }
    Ok(out)
}

fn sections(wasm: &[u8]) -> Result<Vec<Section>> {
    let mut reader = BinaryReader::new(wasm, 0);
    reader.read_bytes(8)?;
    let mut sections = Vec::new();
    while !reader.eof() {
        let start = reader.original_position();
        let id = reader.read_u8()?;
        let size = reader.read_var_u32()? as usize;
        let content = reader.original_position();
        reader.read_bytes(size)?;
        sections.push(Section {
            id,
            whole: start..content + size,
            content: content..content + size,
        });
    }
    Ok(sections)
}

fn function(body: &FunctionBody<'_>) -> Result<Function> {
    let (mut calls, mut leaves, mut depth) = (BTreeSet::new(), false, 0);
    let mut last = [false; 2];
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        let operator = operators.read()?;
        last = [last[1], matches!(operator, Operator::Unreachable)];
        match operator {
            Operator::Call { function_index } => {
                calls.insert(function_index);
            }
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => depth += 1,
            Operator::End => depth -= 1,
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                leaves |= i64::from(relative_depth) == depth;
            }
            Operator::BrTable { targets } => {
                leaves |= i64::from(targets.default()) == depth;
                for target in targets.targets() {
                    leaves |= i64::from(target?) == depth;
                }
            }
            Operator::Return
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. } => {
                leaves = true;
            }
            _ => {}
        }
    }
    Ok(Function { body: body.range(), calls, endless: last[0] && !leaves })
}

/// Reports whether another instruction than the next may follow on this one.
const fn is_control(operator: &Operator<'_>) -> bool {
    matches!(
        operator,
        Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Else
            | Operator::End
            | Operator::Br { .. }
            | Operator::BrIf { .. }
            | Operator::BrTable { .. }
            | Operator::Return
            | Operator::Unreachable
            | Operator::Call { .. }
            | Operator::CallIndirect { .. }
    )
}

fn sleb(out: &mut Vec<u8>, mut value: i64) {
    while !(-0x40..0x40).contains(&value) {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8 & 0x7f);
}

fn leb(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = r#"(module
        (import "host" "throw" (func $throw (param i32)))
        (func $write (param i32) (i32.store (i32.const 0) (local.get 0)))
        (func $panic (param i32) (call $write (local.get 0)) (unreachable))
        (func $refuse (param i32) (call $throw (local.get 0)) (unreachable))
        (func $early (param i32)
            (if (local.get 0) (then (return)))
            (call $panic (i32.const 1))
            (unreachable))
        (func (export "checked") (param i32) (result i32)
            (if (i32.gt_u (local.get 0) (i32.const 9)) (then (call $panic (local.get 0))))
            (call $early (i32.const 1))
            (i32.mul (local.get 0) (i32.const 2)))
        (func (export "refused") (call $refuse (i32.const 7)))
        (memory 1))"#;

    #[test]
    fn only_calls_that_can_do_nothing_but_trap_are_removed() -> Result<()> {
        let before = wat::parse_str(MODULE).unwrap_or_default();
        let calls = |wasm: &[u8]| {
            Module::read(wasm).map(|module| {
                let calls = |function: &Function| function.calls.iter().copied().collect();
                module.functions.iter().map(calls).collect::<Vec<Vec<u32>>>()
            })
        };
        let [throw, write, panic, refuse, early] = [0, 1, 2, 3, 4];
        let written: [&[u32]; 6] = [&[], &[write], &[throw], &[panic], &[panic, early], &[refuse]];
        assert_eq!(calls(&before)?, written);
        let pruned: [&[u32]; 6] = [&[], &[write], &[throw], &[], &[early], &[refuse]];
        assert_eq!(calls(&prune(before)?)?, pruned);
        Ok(())
    }
}
