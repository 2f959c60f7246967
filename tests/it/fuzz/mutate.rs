//! Damages bytes, as disks, editors and people do.

use game::engine::rng::Rng;

/// Bytes that mean something somewhere, beside those that stand in the corpus.
const SPECIAL: &[u8] = b"\0\n\r\t ,:;-+0129OGLXWBSH[]\"=#\x1b\x7f\x80\xc3\xff";

/// Something random out of something real, without end.
pub struct Mutator {
    pub rng: Rng,
    corpus: Vec<Vec<u8>>,
}

impl Mutator {
    pub fn new(seed: u64, corpus: Vec<Vec<u8>>) -> Self {
        assert!(!corpus.is_empty(), "there is something to damage");
        Mutator {
            rng: super::rng(seed),
            corpus,
        }
    }

    /// A piece of the corpus as it is.
    pub fn sound(&mut self) -> &[u8] {
        let at = self.rng.below(self.corpus.len());
        &self.corpus[at]
    }

    /// A piece of the corpus with some damage, small as a rule.
    pub fn damaged(&mut self) -> Vec<u8> {
        let mut bytes = self.sound().to_vec();
        for _ in 0..=self.rng.below(3) {
            self.damage(&mut bytes);
        }
        bytes
    }

    /// The same as text.
    pub fn damaged_text(&mut self) -> String {
        String::from_utf8_lossy(&self.damaged()).into_owned()
    }

    /// A place between two bytes.
    fn place(&mut self, bytes: &[u8]) -> usize {
        self.rng.below(bytes.len() + 1)
    }

    /// A stretch of bytes, short as a rule.
    fn stretch(&mut self, bytes: &[u8]) -> std::ops::Range<usize> {
        let from = self.place(bytes);
        let most = match self.rng.below(4) {
            0 => bytes.len() - from,
            _ => (bytes.len() - from).min(4),
        };
        from..from + self.rng.below(most + 1)
    }

    fn byte(&mut self) -> u8 {
        match self.rng.below(3) {
            0 => self.rng.next_u64() as u8,
            _ => SPECIAL[self.rng.below(SPECIAL.len())],
        }
    }

    fn damage(&mut self, bytes: &mut Vec<u8>) {
        match self.rng.below(12) {
            0 if !bytes.is_empty() => {
                let at = self.rng.below(bytes.len());
                bytes[at] ^= 1 << self.rng.below(8);
            }
            1 | 2 if !bytes.is_empty() => {
                let at = self.rng.below(bytes.len());
                bytes[at] = self.byte();
            }
            3 => {
                let at = self.place(bytes);
                let byte = self.byte();
                bytes.insert(at, byte);
            }
            4 => {
                let gone = self.stretch(bytes);
                bytes.drain(gone);
            }
            5 => {
                let twice = bytes[self.stretch(bytes)].to_vec();
                let at = self.place(bytes);
                bytes.splice(at..at, twice);
            }
            6 => {
                // Two bytes of the same piece change places: cells of a board, digits of a number.
                if bytes.len() > 1 {
                    let (a, b) = (self.rng.below(bytes.len()), self.rng.below(bytes.len()));
                    bytes.swap(a, b);
                }
            }
            7 | 8 => {
                let other = self.sound().to_vec();
                let piece = other[self.stretch(&other)].to_vec();
                let gone = self.stretch(bytes);
                bytes.splice(gone, piece);
            }
            9 => {
                let end = self.place(bytes);
                bytes.truncate(end);
            }
            _ => self.damage_lines(bytes),
        }
    }

    /// Lines get lost, come twice, or change places.
    fn damage_lines(&mut self, bytes: &mut Vec<u8>) {
        let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        if lines.is_empty() {
            return;
        }
        let (one, other) = (self.rng.below(lines.len()), self.rng.below(lines.len()));
        match self.rng.below(3) {
            0 => {
                lines.remove(one);
            }
            1 => lines.insert(other, lines[one]),
            _ => lines.swap(one, other),
        }
        *bytes = lines.concat();
    }
}
