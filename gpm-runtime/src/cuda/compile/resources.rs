//! What each kernel of a program uses, read in two independent ways: from the log of the assembler, which alone knows
//! spills, and from the machine code itself.

/// What a kernel uses, per thread or per block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// The entry point.
    pub kernel: String,
    /// Registers a thread.
    pub registers: u32,
    /// Bytes of local memory a thread: arrays, calls and spills.
    pub stack: u32,
    /// Bytes of static shared memory a block, without the 1024 that CUDA keeps for itself from sm_90 on.
    pub shared: u32,
    /// `None` where it cannot be known.
    pub spills: Option<Spills>,
}

/// Registers that did not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spills {
    /// Bytes written, as they stand in the code.
    pub stores: u32,
    /// Bytes read.
    pub loads: u32,
}

/// The kernels in the log of a compilation with `--ptxas-options=-v`, by name.
pub fn from_log(log: &str) -> Vec<Resources> {
    let mut kernels: Vec<Resources> = Vec::new();
    for line in log.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let kernel = rest.split('\'').next().unwrap_or(rest).to_owned();
            kernels.push(Resources { kernel, spills: Some(Spills::default()), ..Resources::default() });
        }
        let Some(kernel) = kernels.last_mut() else { continue };
        // Functions that are called have lines of their own after the kernel's.
        let of = |what: &str| number_before(line, what).unwrap_or(0);
        kernel.registers = kernel.registers.max(of(" registers"));
        kernel.stack = kernel.stack.max(of(" bytes stack frame")).max(of(" bytes cumulative stack size"));
        kernel.shared = kernel.shared.max(of(" bytes smem"));
        if let Some(spills) = &mut kernel.spills {
            spills.stores += of(" bytes spill stores");
            spills.loads += of(" bytes spill loads");
        }
    }
    kernels.sort_by(|a, b| a.kernel.cmp(&b.kernel));
    kernels
}

fn number_before(line: &str, what: &str) -> Option<u32> {
    let before = &line[..line.find(what)?];
    before.rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The kernels of machine code, by name; `None` if the bytes are no such file. Spills are not in it, but they are part
/// of the stack.
pub fn from_cubin(cubin: &[u8]) -> Option<Vec<Resources>> {
    let elf = Elf::read(cubin)?;
    let symbols = elf.symbols()?;
    let mut kernels: Vec<Resources> = Vec::new();
    // Known by their register counts; the other attributes may come first.
    for attribute in [REGISTERS, FRAME, STACK] {
        for (symbol, value) in elf.attributes(attribute)? {
            let name = symbols.get(usize::try_from(symbol).ok()?)?;
            if attribute == REGISTERS {
                kernels.push(Resources { kernel: (*name).to_owned(), registers: value, ..Resources::default() });
            } else if let Some(kernel) = kernels.iter_mut().find(|kernel| kernel.kernel == *name) {
                kernel.stack = kernel.stack.max(value);
            }
        }
    }
    let is_reserving = elf.sections.iter().any(|section| section.name.starts_with(".nv.shared.reserved."));
    for kernel in &mut kernels {
        let name = format!(".nv.shared.{}", kernel.kernel);
        let size = elf.sections.iter().find(|section| section.name == name).map_or(0, |section| section.size);
        kernel.shared = u32::try_from(size).ok()?.saturating_sub(if is_reserving { RESERVED_SHARED } else { 0 });
    }
    kernels.sort_by(|a, b| a.kernel.cmp(&b.kernel));
    Some(kernels)
}

/// Attributes of the section `.nv.info`.
const REGISTERS: u8 = 0x2f;
const FRAME: u8 = 0x11;
const STACK: u8 = 0x12;
/// The format of an attribute with a payload; all others are four bytes long.
const SIZED: u8 = 4;

const RESERVED_SHARED: u32 = 1024;

/// ELF: the type of a section of symbols, and bytes a symbol.
const SYMBOLS: u32 = 2;
const SYMBOL_BYTES: usize = 24;

/// The parts of a 64-bit little-endian ELF file that matter here.
struct Elf<'a> {
    bytes: &'a [u8],
    sections: Vec<Section<'a>>,
}

struct Section<'a> {
    name: &'a str,
    kind: u32,
    /// In the file, unless it is memory to be zeroed.
    offset: usize,
    /// Bytes.
    size: usize,
    /// Another section, by number: that of the names, if this one has symbols.
    link: usize,
}

impl<'a> Elf<'a> {
    fn read(bytes: &'a [u8]) -> Option<Elf<'a>> {
        let is_elf64 = bytes.starts_with(b"\x7fELF\x02\x01");
        let (table, entry_bytes) = (long(bytes, 0x28)?, short(bytes, 0x3a)?);
        let (count, names) = (short(bytes, 0x3c)?, short(bytes, 0x3e)?);
        let at = |i: usize| table.checked_add(i.checked_mul(entry_bytes)?);
        let names = long(bytes, at(names)?.checked_add(24)?)?;
        let section = |i: usize| {
            let header = bytes.get(at(i)?..)?;
            Some(Section {
                name: text(bytes, names.checked_add(word(header, 0)? as usize)?)?,
                kind: word(header, 4)?,
                offset: long(header, 24)?,
                size: long(header, 32)?,
                link: word(header, 40)? as usize,
            })
        };
        let sections = (0..count).map(section).collect::<Option<Vec<_>>>()?;
        is_elf64.then_some(Elf { bytes, sections })
    }

    fn content(&self, section: &Section<'a>) -> Option<&'a [u8]> {
        self.bytes.get(section.offset..)?.get(..section.size)
    }

    /// The names of all symbols, in their order.
    fn symbols(&self) -> Option<Vec<&'a str>> {
        let table = self.sections.iter().find(|section| section.kind == SYMBOLS)?;
        let names = self.sections.get(table.link)?.offset;
        let symbols = self.content(table)?.chunks_exact(SYMBOL_BYTES);
        symbols.map(|symbol| text(self.bytes, names.checked_add(word(symbol, 0)? as usize)?)).collect()
    }

    /// The symbols that have an attribute, and its values.
    fn attributes(&self, wanted: u8) -> Option<Vec<(u32, u32)>> {
        let section = self.sections.iter().find(|section| section.name == ".nv.info")?;
        let (mut rest, mut found) = (self.content(section)?, Vec::new());
        while let [format, attribute, ..] = *rest {
            let payload = if format == SIZED { short(rest, 2)? } else { 0 };
            if attribute == wanted && payload >= 8 {
                found.push((word(rest, 4)?, word(rest, 8)?));
            }
            rest = rest.get(4 + payload..)?;
        }
        Some(found)
    }
}

fn short(bytes: &[u8], at: usize) -> Option<usize> {
    bytes.get(at..)?.first_chunk().map(|&number| u16::from_le_bytes(number).into())
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|&number| u32::from_le_bytes(number))
}

fn long(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?)).ok()
}

fn text(bytes: &[u8], at: usize) -> Option<&str> {
    std::str::from_utf8(bytes.get(at..)?.split(|&byte| byte == 0).next()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_read() {
        let log = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'search' for 'sm_90'
ptxas info    : Function properties for search
ptxas         .     80 bytes stack frame, 16 bytes spill stores, 24 bytes spill loads
ptxas info    : Used 30 registers, used 1 barriers, 96 bytes cumulative stack size, 256 bytes smem, 372 bytes cmem[0]
ptxas info    : Compile time = 12.874 ms
ptxas info    : Function properties for _Z6helperj
ptxas         .     16 bytes stack frame, 4 bytes spill stores, 0 bytes spill loads
ptxas info    : Compiling entry function 'classify' for 'sm_90'
ptxas info    : Used 8 registers, used 0 barriers";
        let classify = Resources {
            kernel: "classify".into(),
            registers: 8,
            spills: Some(Spills::default()),
            ..Default::default()
        };
        let spills = Some(Spills { stores: 20, loads: 24 });
        let search = Resources { kernel: "search".into(), registers: 30, stack: 96, shared: 256, spills };
        assert_eq!(from_log(log), [classify, search]);
        assert_eq!(from_log("a warning"), []);
    }

    #[test]
    fn what_is_no_cubin_is_refused() {
        assert_eq!(from_cubin(b""), None);
        assert_eq!(from_cubin(&[0xff; 4096]), None);
        let mut bytes = vec![0xff; 4096];
        bytes[..6].copy_from_slice(b"\x7fELF\x02\x01");
        assert_eq!(from_cubin(&bytes), None);
    }
}
