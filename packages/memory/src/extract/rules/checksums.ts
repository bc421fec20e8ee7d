const digitsOf = (text: string): number[] => [...text].map(Number);
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0);

/** ISO/IEC 7812: payment cards, IMEI. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (const [at, digit] of digitsOf(digits).reverse().entries()) {
    const value = at % 2 === 1 ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return digits !== '' && sum % 10 === 0;
}

/** ISO 7064 mod 97-10, as IBAN uses it: the first four characters are moved to the end, letters are 10 to 35. */
export function iban(text: string): boolean {
  let rest = 0;
  for (const char of `${text.slice(4)}${text.slice(0, 4)}`) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** The Dutch elfproef. */
export const dutchId = (text: string): boolean =>
  Number(text) > 0 && weighted(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;

/** The NHS number, modulus 11. */
export function nhs(text: string): boolean {
  const check = 11 - (weighted(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check !== 10 && check % 11 === Number(text[9]);
}

/** ISO 7064 mod 11,10: the German tax id. */
export function germanTaxId(text: string): boolean {
  let product = 10;
  for (const digit of digitsOf(text.slice(0, 10))) {
    const sum = (digit + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return text[0] !== '0' && (11 - product) % 10 === Number(text[10]);
}

/** The French NIR: 97 less the remainder; Corsica counts as 19 and 18. */
export function frenchId(text: string): boolean {
  const number = text.toUpperCase().replace('2A', '19').replace('2B', '18');
  return 97 - Number(BigInt(number.slice(0, 13)) % 97n) === Number(number.slice(13));
}

/** The Spanish DNI and NIE. */
export function spanishId(text: string): boolean {
  const number = text.toUpperCase().replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)));
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number.slice(0, 8)) % 23] === number[8];
}

function brazilianDigit(text: string, weights: readonly number[]): number {
  const rest = weighted(text, weights) % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** The Brazilian CPF. */
export const cpf = (text: string): boolean =>
  !/^(\d)\1+$/.test(text) &&
  brazilianDigit(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(text[9]) &&
  brazilianDigit(text, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === Number(text[10]);

/** The Japanese individual number. */
export function japaneseId(text: string): boolean {
  const rest = weighted(text, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(text[11]);
}

const dihedral = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
];
const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** Verhoeff: the Indian Aadhaar. */
export function verhoeff(text: string): boolean {
  let check = 0;
  for (const [at, digit] of digitsOf(text).reverse().entries()) {
    let permuted = digit;
    for (let round = 0; round < at % 8; round += 1) permuted = permutation[permuted] ?? 0;
    check = dihedral[check]?.[permuted] ?? 0;
  }
  return check === 0;
}

/** The Singaporean NRIC and FIN. */
export function singaporeId(text: string): boolean {
  const series = text.charAt(0);
  const offset = series === 'T' || series === 'G' ? 4 : series === 'M' ? 3 : 0;
  const rest = (weighted(text.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
  const letters = /[ST]/.test(series)
    ? 'JZIHGFEDCBA'
    : series === 'M'
      ? 'KLJNPQRTUWX'
      : 'XWUTRQPNMLK';
  return letters.charAt(series === 'M' ? 10 - rest : rest) === text.charAt(8);
}

/** The Taiwanese id: its letter is a number of two digits. */
export function taiwaneseId(text: string): boolean {
  const letter = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text.charAt(0)) + 10;
  const all = `${letter}${text.slice(1)}`;
  return weighted(all, [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
}
