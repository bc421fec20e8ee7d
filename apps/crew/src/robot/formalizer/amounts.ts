/** An amount in a text: how far, or by which angle. Without a unit its verb decides. */
export interface Amount {
  kind: 'length' | 'angle' | null;
  /** Centimetres, degrees, or the bare number; with the sign before it. */
  value: number;
}

const units: readonly (readonly [form: string, kind: 'length' | 'angle', factor: number])[] = [
  ['mm|millimet(?:er|re)s?|毫米', 'length', 0.1],
  ['cm|centimet(?:er|re)s?|厘米|公分', 'length', 1],
  ['dm|decimet(?:er|re)s?', 'length', 10],
  ['inch(?:es)?|英寸', 'length', 2.54],
  ['m|met(?:er|re)s?|米', 'length', 100],
  ['°|deg|degrees?|度', 'angle', 1],
  ['rad|radians?|弧度', 'angle', 180 / Math.PI],
  ['turns?|圈', 'angle', 360],
];
const forms = units.map(([form], at) => `(?<u${at}>${form})`).join('|');
const amount = new RegExp(
  `(?<![\\p{L}\\d.])(?<sign>[+-]?)(?<number>\\d+(?:\\.\\d+)?)(?:[\\s-]*(?:${forms})(?![a-z]))?(?![\\d.]\\d)`,
  'gu',
);
// Chinese is written without spaces: a number may follow a character.
const afterHan = /(\p{Script=Han})(?=[+-]?\d)/gu;

/** The amounts in a text whose numbers are in digits, in their order. */
export function amountsIn(text: string): Amount[] {
  const spaced = text.replace(afterHan, '$1 ');
  return [...spaced.matchAll(amount)].map(({ groups = {} }) => {
    const at = units.findIndex((_, index) => groups[`u${index}`] !== undefined);
    const [, kind, factor] = units[at] ?? ['', null, 1];
    const value = Number(groups['number']) * factor * (groups['sign'] === '-' ? -1 : 1);
    return { kind, value: Number(value.toFixed(6)) };
  });
}
