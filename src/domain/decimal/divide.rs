//! Long division of digit strings, remainder only.

/// Digits a limb holds: the product of two limbs and a carry stay within 64 bits.
const LIMB_DIGITS: usize = 9;
const BASE: u64 = 1_000_000_000;

/// Whether `divisor` divides `digits` followed by `zeros` zeros. Both are ASCII digits without leading zeros, not empty.
pub(super) fn divides(divisor: &[u8], digits: &[u8], zeros: usize) -> bool {
    let padded = digits.iter().copied().chain(std::iter::repeat_n(b'0', zeros));
    if divisor.len() <= 18 {
        return remainder_of_small(number(divisor), padded) == 0;
    }
    let whole: Vec<u8> = padded.collect();
    if whole.len() < divisor.len() {
        return false;
    }
    is_exact(limbs(&whole), &limbs(divisor))
}

fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'))
}

fn remainder_of_small(divisor: u64, digits: impl Iterator<Item = u8>) -> u128 {
    digits.fold(0, |rest, digit| (rest * 10 + u128::from(digit - b'0')) % u128::from(divisor))
}

/// The limbs, least first.
fn limbs(digits: &[u8]) -> Vec<u64> {
    digits.rchunks(LIMB_DIGITS).map(number).collect()
}

/// Knuth's algorithm D, quotient dropped: whether nothing is left. `divisor` has at least two limbs, `rest` no fewer.
fn is_exact(mut rest: Vec<u64>, divisor: &[u64]) -> bool {
    let size = divisor.len();
    // scaling both makes the divisor's first limb at least half the base, so that a guessed quotient limb is at most two too big
    let scale = BASE / (divisor[size - 1] + 1);
    let divisor = scaled(divisor, scale);
    rest = scaled(&rest, scale);
    rest.push(0);
    for at in (0..rest.len() - size).rev() {
        let head = rest[at + size] * BASE + rest[at + size - 1];
        let mut guess = head / divisor[size - 1];
        let mut left = head % divisor[size - 1];
        while guess >= BASE || guess * divisor[size - 2] > left * BASE + rest[at + size - 2] {
            guess -= 1;
            left += divisor[size - 1];
            if left >= BASE {
                break;
            }
        }
        if subtract(&mut rest[at..=at + size], &divisor, guess) {
            add_back(&mut rest[at..=at + size], &divisor);
        }
    }
    rest.iter().all(|limb| *limb == 0)
}

fn scaled(limbs: &[u64], scale: u64) -> Vec<u64> {
    let mut carry = 0;
    let mut product: Vec<u64> = limbs
        .iter()
        .map(|limb| {
            let value = limb * scale + carry;
            carry = value / BASE;
            value % BASE
        })
        .collect();
    if carry > 0 {
        product.push(carry);
    }
    product
}

/// Takes `times` the divisor off `part`; `true` when that was once too often.
fn subtract(part: &mut [u64], divisor: &[u64], times: u64) -> bool {
    let mut carry = 0;
    let mut borrow = 0;
    for (i, limb) in part.iter_mut().enumerate() {
        let product = divisor.get(i).map_or(0, |limb| limb * times) + carry;
        carry = product / BASE;
        let minus = product % BASE + borrow;
        borrow = u64::from(*limb < minus);
        *limb = *limb + borrow * BASE - minus;
    }
    borrow > 0
}

fn add_back(part: &mut [u64], divisor: &[u64]) {
    let mut carry = 0;
    for (i, limb) in part.iter_mut().enumerate() {
        let sum = *limb + divisor.get(i).copied().unwrap_or(0) + carry;
        carry = sum / BASE;
        *limb = sum % BASE;
    }
}
