//! Counting: polynomials in set sizes, in 64 bits where they fit for certain, else in checked 128 bits.

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value};
use gpm_plan::nest::{Polynomial, Region};

use super::emit::Emitter;

/// Values below this bound, and all intermediate ones, fit in a signed 64-bit number, whose largest is 9.2e18.
const FITS: f64 = 4.0e18;

impl Emitter<'_, '_> {
    /// Adds a product of polynomials to a total; `sizes` are those of all, one after the other.
    pub(super) fn count(&mut self, total: usize, product: &[Polynomial], sizes: Vec<Value>) {
        let known = self.entries.iter().map(|entry| entry.expect("verified: loops bind what entries are looked up by"));
        let entries: Vec<Value> = known.collect();
        if self.fits(product) {
            let one = self.constant(1);
            let one = entries.into_iter().reduce(|value, entry| self.code.ins().imul(value, entry)).unwrap_or(one);
            let mut left = &sizes[..];
            let value = product.iter().fold(one, |value, polynomial| {
                let (sizes, others) = left.split_at(polynomial.sizes.len());
                left = others;
                let regions: Vec<Value> = polynomial.regions.iter().map(|region| self.region(region, sizes)).collect();
                let factor = self.polynomial(polynomial, &[sizes, &regions].concat());
                self.code.ins().imul(value, factor)
            });
            self.accumulate(value, self.totals[total]);
        } else {
            self.count_checked(total, &[sizes, entries].concat());
        }
    }

    /// Whether a product, with the entries of tables, is counted in 64 bits.
    pub(super) fn fits(&self, product: &[Polynomial]) -> bool {
        let magnitudes = product.iter().map(|polynomial| polynomial.magnitude(self.max_size).max(1.0));
        magnitudes.product::<f64>() * self.largest_entries.max(1.0) < FITS
    }

    fn count_checked(&mut self, total: usize, sizes: &[Value]) {
        let bytes = 8 * sizes.len() as u32;
        let slot = self.code.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3));
        let at = self.code.ins().stack_addr(I64, slot, 0);
        for (i, &size) in sizes.iter().enumerate() {
            self.code.ins().store(MemFlagsData::trusted(), size, at, 8 * i as i32);
        }
        let total = self.constant(total as i64);
        self.code.ins().call(self.call.add_checked, &[self.context, total, at]);
        // The call takes so long that even an innermost loop looks at the flag.
        self.check_stop();
    }

    fn region(&mut self, region: &Region, sizes: &[Value]) -> Value {
        let start = self.constant(-i64::from(region.minus));
        region.parts.iter().fold(start, |sum, &(weight, size)| match weight {
            1 => self.code.ins().iadd(sum, sizes[size]),
            -1 => self.code.ins().isub(sum, sizes[size]),
            _ => {
                let weight = self.constant(weight);
                let part = self.code.ins().imul(sizes[size], weight);
                self.code.ins().iadd(sum, part)
            }
        })
    }

    /// `sizes` are those of the polynomial and of its regions.
    fn polynomial(&mut self, polynomial: &Polynomial, sizes: &[Value]) -> Value {
        let mut sum = None;
        for term in &polynomial.terms {
            let mut value = None;
            for factor in &term.factors {
                let factor = self.binomial(sizes[factor.size], factor.choose);
                value = Some(value.map_or(factor, |value| self.code.ins().imul(value, factor)));
            }
            let value = match (value, term.coefficient) {
                (None, coefficient) => self.constant(coefficient),
                (Some(value), 1) => value,
                (Some(value), coefficient) => {
                    let coefficient = self.constant(coefficient);
                    self.code.ins().imul(value, coefficient)
                }
            };
            sum = Some(sum.map_or(value, |sum| self.code.ins().iadd(sum, value)));
        }
        sum.unwrap_or_else(|| self.constant(0))
    }

    /// `C(n, k)` of a size that is not negative: a falling product, one of whose factors is zero if `n < k`. A region is
    /// negative only beside a zero factor, where any number will do.
    fn binomial(&mut self, n: Value, k: u8) -> Value {
        let mut product = n;
        for i in 1..i64::from(k) {
            let factor = self.add(n, -i);
            product = self.code.ins().imul(product, factor);
        }
        let factorial: i64 = (1..=i64::from(k)).product();
        if factorial == 1 {
            return product;
        }
        let factorial = self.constant(factorial);
        self.code.ins().udiv(product, factorial)
    }
}
