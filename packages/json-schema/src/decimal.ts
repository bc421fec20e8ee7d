/** A finite number as whole digits and a power of ten, exactly as JSON spells it. */
function partsOf(value: number): { digits: bigint; exponent: number } {
  const [coefficient = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Whether a number is a multiple of another in decimal arithmetic: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, step: number): boolean {
  if (!(step > 0) || !Number.isFinite(value) || !Number.isFinite(step)) return true;
  const left = partsOf(value);
  const right = partsOf(step);
  const shift = left.exponent - right.exponent;
  const digits = shift > 0 ? left.digits * 10n ** BigInt(shift) : left.digits;
  const divisor = shift < 0 ? right.digits * 10n ** BigInt(-shift) : right.digits;
  return digits % divisor === 0n;
}
