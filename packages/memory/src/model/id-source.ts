/** What an id is made of: the time, and numbers that cannot be guessed. */
export interface IdPorts {
  /** ms since the epoch. */
  now(): number;
  /** So many random bytes. */
  randomBytes(count: number): Uint8Array;
}

/** Digits of Crockford's base 32, in lower case: an id is also a safe file name, on systems that ignore the case of names too. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';
const timeDigits = 10;
const randomDigits = 16;

/**
 * Makes ids `prefix-` and a ULID: 48 bits of time and 80 random bits. Within a millisecond, and if the clock goes back, the random part
 * counts upward, so the ids of one source differ even if the random numbers do not, and sort in the order in which they were made.
 *
 * @example createIdSource({ now: Date.now, randomBytes })('wf') // 'wf-01k9q3yd3v6v0q9c8w2m4n5p7r'
 */
export function createIdSource({ now, randomBytes }: IdPorts): (prefix: string) => string {
  let time = -1;
  let rest: number[] = [];
  return (prefix) => {
    const at = Math.floor(now());
    if (at > time) {
      time = at;
      rest = Array.from(randomBytes(randomDigits), (byte) => byte % digits.length);
    } else if (!increment(rest)) {
      // All of a millisecond are used: the next one is begun early.
      time += 1;
      rest = rest.map(() => 0);
    }
    return `${prefix}-${timeText(time)}${rest.map((digit) => digits[digit]).join('')}`;
  };
}

/** Adds one in place; false = it was the highest number. */
function increment(number: number[]): boolean {
  for (let at = number.length - 1; at >= 0; at -= 1) {
    const digit = (number[at] ?? 0) + 1;
    if (digit < digits.length) {
      number[at] = digit;
      return true;
    }
    number[at] = 0;
  }
  return false;
}

function timeText(time: number): string {
  let left = time;
  let text = '';
  for (let place = 0; place < timeDigits; place += 1) {
    text = `${digits[left % digits.length]}${text}`;
    left = Math.floor(left / digits.length);
  }
  return text;
}
