/** A number as a person types it, read without losing a digit. */
export type NumberReading = { empty: true } | { value: number } | { text: string };

/** Digits and power of ten without leading and trailing zeros: two texts with the same mean the same number. */
function normal(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  if (short === '') return '0';
  const power = Number(exponent) - fraction.length + (digits.length - short.length);
  return `${sign === '-' ? '-' : ''}${short}e${String(power)}`;
}

/** Whether a number written in JSON is the same after it was read as one: 12345678901234567890 is not. */
export function isExact(text: string): boolean {
  const value = Number(text);
  return Number.isFinite(value) && normal(text) === normal(String(value));
}

/**
 * Reads what was typed: a decimal comma is a decimal point. What is no number, what a number cannot carry exactly, and `1,000`,
 * which means two things, stay text, so that nothing typed is lost and the field can say so.
 */
export function readNumber(typed: string): NumberReading {
  const text = typed.trim();
  if (text === '') return { empty: true };
  const pointed = /^[+-]?\d*,\d+$/.test(text) ? text.replace(',', '.') : text;
  const isAmbiguous = /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text);
  const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(pointed);
  return isNumber && !isAmbiguous && isExact(pointed) ? { value: Number(pointed) } : { text };
}
