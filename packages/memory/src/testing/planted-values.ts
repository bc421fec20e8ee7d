/** Random numbers, 0 to 1. */
export type Chance = () => number;

export const whole = (chance: Chance, min: number, max: number): number =>
  min + Math.floor(chance() * (max - min + 1));
export const pick = <Value>(chance: Chance, values: readonly [Value, ...Value[]]): Value =>
  values[Math.floor(chance() * values.length)] ?? values[0];
/** `#` = any digit, `%` = 1 to 9, `@` = a capital letter, `&` = a small one. */
export const filled = (chance: Chance, form: string): string =>
  form.replace(/[#%@&]/g, (sign) => {
    if (sign === '#') return String(whole(chance, 0, 9));
    if (sign === '%') return String(whole(chance, 1, 9));
    return String.fromCharCode(whole(chance, 0, 25) + (sign === '@' ? 65 : 97));
  });

// The check digits are computed here in another way than the rules check them.

/** Appends the digit with which the sum of products is a multiple. */
function completed(digits: string, isRight: (all: string) => boolean): string {
  for (let last = 0; last < 10; last += 1)
    if (isRight(`${digits}${last}`)) return `${digits}${last}`;
  return '';
}
const until = (make: () => string): string => {
  for (;;) {
    const made = make();
    if (made !== '') return made;
  }
};
const sumOf = (text: string, weight: (place: number) => number): number =>
  [...text].reduce((sum, digit, at) => sum + Number(digit) * weight(at), 0);

export const cardNumber = (chance: Chance): string => {
  const body = filled(
    chance,
    pick(chance, ['4##############', '51#############', '6011###########', '37############']),
  );
  const doubles = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];
  return completed(body, (all) => {
    const fromEnd = [...all].map(Number).reverse();
    return (
      fromEnd.reduce((sum, digit, at) => sum + (at % 2 === 0 ? digit : (doubles[digit] ?? 0)), 0) %
        10 ===
      0
    );
  });
};

export function ibanNumber(country: string, account: string): string {
  const numeric = [...`${account}${country}00`].map((char) => Number.parseInt(char, 36)).join('');
  const check = 98n - (BigInt(numeric) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

export const spaced = (text: string, size: number, by = ' '): string =>
  (text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(by);

export const chineseId = (chance: Chance): string => {
  const body = `${filled(chance, '%#####')}${whole(chance, 1950, 2005)}${String(whole(chance, 1, 12)).padStart(2, '0')}${String(whole(chance, 1, 28)).padStart(2, '0')}${filled(chance, '###')}`;
  // 2 to the power of the place, modulo 11.
  const sum = [...body].reduce(
    (total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11),
    0,
  );
  const check = (12 - (sum % 11)) % 11;
  return `${body}${check === 10 ? 'X' : check}`;
};
export const dutchId = (chance: Chance): string =>
  until(() => {
    const body = filled(chance, '%#######');
    const rest = sumOf(body, (at) => 9 - at) % 11;
    return rest === 10 ? '' : `${body}${rest}`;
  });
export const nhsNumber = (chance: Chance): string =>
  until(() => {
    const body = filled(chance, '%########');
    const check = (11 - (sumOf(body, (at) => 10 - at) % 11)) % 11;
    return check === 10 ? '' : `${body}${check}`;
  });
export const germanTaxId = (chance: Chance): string => {
  const body = filled(chance, '%#########');
  let product = 10;
  for (const digit of body) {
    let sum = (Number(digit) + product) % 10;
    if (sum === 0) sum = 10;
    product = (2 * sum) % 11;
  }
  return `${body}${(11 - product) % 10}`;
};
export const frenchId = (chance: Chance): string => {
  const body = `${pick(chance, ['1', '2'])}${filled(chance, '##')}${String(whole(chance, 1, 12)).padStart(2, '0')}${filled(chance, '%######').slice(0, 1)}${filled(chance, '#######')}`;
  return `${body}${String(97n - (BigInt(body) % 97n)).padStart(2, '0')}`;
};
export const spanishId = (chance: Chance): string => {
  const body = filled(chance, '########');
  return `${body}${'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(body) % 23)}`;
};
export const cpfNumber = (chance: Chance): string => {
  let body = filled(chance, '%########');
  for (const size of [10, 11]) {
    const rest = (sumOf(body, (at) => size - at) * 10) % 11;
    body = `${body}${rest === 10 ? 0 : rest}`;
  }
  return body.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4');
};
export const japaneseId = (chance: Chance): string => {
  const body = filled(chance, '%##########');
  const rest = sumOf(body, (at) => (at < 5 ? 6 - at : 12 - at)) % 11;
  return `${body}${rest <= 1 ? 0 : 11 - rest}`;
};
export const koreanId = (chance: Chance): string =>
  `${filled(chance, '##')}${String(whole(chance, 1, 12)).padStart(2, '0')}${String(whole(chance, 1, 28)).padStart(2, '0')}-${whole(chance, 1, 4)}${filled(chance, '######')}`;
export const italianId = (chance: Chance): string =>
  filled(chance, `@@@@@@##${pick(chance, ['A', 'H', 'R', 'T'])}##@###@`);

export const ipv4 = (chance: Chance): string =>
  [whole(chance, 1, 223), whole(chance, 0, 255), whole(chance, 0, 255), whole(chance, 1, 254)].join(
    '.',
  );
const hex = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () => whole(chance, 0, 15).toString(16)).join('');
export const ipv6 = (chance: Chance): string =>
  chance() < 0.5
    ? `2001:db8:${hex(chance, 4)}::${hex(chance, 3)}`
    : Array.from({ length: 8 }, () => hex(chance, 4)).join(':');
export const macAddress = (chance: Chance): string =>
  Array.from({ length: 6 }, () => hex(chance, 2)).join(pick(chance, [':', '-']));
const random = (chance: Chance, count: number): string =>
  Array.from({ length: count }, () =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.charAt(whole(chance, 0, 61)),
  ).join('');
export const token = (chance: Chance): string =>
  pick(chance, [
    () => `AKIA${filled(chance, '@@@@####@@@@####')}`,
    () => `sk-proj-${random(chance, 40)}`,
    () => `ghp_${random(chance, 36)}`,
    () => `xoxb-${filled(chance, '##########')}-${random(chance, 24)}`,
    () => `AIza${random(chance, 35)}`,
    () => `eyJhbGciOiJIUzI1NiJ9.${random(chance, 30)}.${random(chance, 43)}`,
    () => `${random(chance, 30)}a7Q`,
    () => `a1${hex(chance, 38)}`,
  ])();
export const point = (chance: Chance): string =>
  pick(chance, [
    () => `${(chance() * 80).toFixed(5)}, ${(chance() * 170).toFixed(5)}`,
    () =>
      `${whole(chance, 1, 80)}°${whole(chance, 10, 59)}'${whole(chance, 10, 59)}"N ${whole(chance, 1, 170)}°${whole(chance, 10, 59)}'${whole(chance, 10, 59)}"E`,
    () => `-${(10 + chance() * 60).toFixed(4)},${(10 + chance() * 100).toFixed(4)}`,
  ])();
