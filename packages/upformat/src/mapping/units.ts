/** A unit of measure; values of one `quantity` convert into each other by their exact size in its base unit. */
export interface Unit {
  symbol: string;
  quantity: string;
  /** Its size in base units: a numerator and a denominator, so that conversion does not round. */
  size: readonly [number, number];
  /** The per-unit, as in EUR per hour. */
  per?: string;
}

type Row = readonly [symbol: string, size: readonly [number, number], names: string];

/** Names with a capital, or of one or two letters, are recognised only where a unit is expected: after "in", in brackets, or as the whole text. */
const tables: Record<string, readonly Row[]> = {
  mass: [
    ['mg', [1, 1000], 'mg milligram milligrams milligramme milligrammes 毫克'],
    ['g', [1, 1], 'g gr gram grams gramme grammes 克'],
    ['kg', [1000, 1], 'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes 千克 公斤'],
    ['t', [1_000_000, 1], 't tonne tonnes 吨'],
    ['lb', [45_359_237, 100_000], 'lb lbs pounds'],
  ],
  time: [
    ['µs', [1, 1000], 'µs us microsecond microseconds 微秒'],
    ['ms', [1, 1], 'ms msec millis millisecond milliseconds 毫秒'],
    ['s', [1000, 1], 's sec secs seconds 秒'],
    ['min', [60_000, 1], 'min mins minutes 分钟'],
    ['h', [3_600_000, 1], 'h hr hrs hours 小时'],
    ['d', [86_400_000, 1], 'd days 天'],
  ],
  length: [
    ['mm', [1, 1000], 'mm millimetre millimetres millimeter millimeters 毫米'],
    ['cm', [1, 100], 'cm centimetre centimetres centimeter centimeters 厘米'],
    ['m', [1, 1], 'm metre metres meter meters 米'],
    ['km', [1000, 1], 'km kilometre kilometres kilometer kilometers 千米 公里'],
    ['mi', [1_609_344, 1000], 'mi mile miles 英里'],
  ],
  volume: [
    ['ml', [1, 1000], 'ml millilitre millilitres milliliter milliliters 毫升'],
    ['cl', [1, 100], 'cl centilitre centilitres'],
    ['l', [1, 1], 'l litre litres liter liters 升'],
  ],
  share: [
    ['%', [1, 100], '% percent 百分比'],
    ['of 1', [1, 1], ''],
  ],
  // There is no conversion between them: each is a separate quantity.
  celsius: [['°C', [1, 1], '°c celsius 摄氏度']],
  fahrenheit: [['°F', [1, 1], '°f fahrenheit 华氏度']],
  kelvin: [['K', [1, 1], 'kelvin']],
  kilobyte: [['kB', [1, 1], 'kb kilobyte kilobytes']],
  megabyte: [['MB', [1, 1], 'mb megabyte megabytes']],
};

const currencies: Record<string, string> = {
  EUR: 'eur euro euros € 欧元',
  USD: 'usd us$ 美元',
  GBP: 'gbp £ 英镑',
  CHF: 'chf francs',
  CNY: 'cny rmb yuan 人民币 元',
  JPY: 'jpy yen 日元',
  PLN: 'pln zloty złoty',
  INR: 'inr rupees 卢比',
  dollar: 'dollar dollars $',
};
const minorNames = 'cent cents ct pence pennies 分';

const splitNames = (names: string) => names.split(' ').filter((name) => name !== '');
const byName = new Map<string, Unit>();
for (const [quantity, rows] of Object.entries(tables)) {
  for (const [symbol, size, names] of rows) {
    for (const name of splitNames(names)) byName.set(name, { symbol, quantity, size });
  }
}
for (const [symbol, names] of Object.entries(currencies)) {
  for (const name of splitNames(names))
    byName.set(name, { symbol, quantity: symbol, size: [1, 1] });
}
const minors = new Set(splitNames(minorNames));

/** A value between 0 and 1 that is meant as a share. */
export const shareOfOne: Unit = { symbol: 'of 1', quantity: 'share', size: [1, 1] };

/** Where a unit is expected, every name counts; elsewhere only unambiguous ones. */
const expected = [
  /[([（【]\s*([^()[\]（）【】]{1,30}?)\s*[)\]）】]/gu,
  /\b(?:in|measured in|given in|expressed in|as)\s+([\p{L}%€$£°µ/ ]{1,30})/giu,
  /单位[:：是为]?\s*([\p{L}%°]{1,6})/gu,
  /以(\p{Script=Han}{1,6}?)(?:计|为单位)/gu,
];
const ambiguous =
  /^[\p{L}]{1,2}$|^(?:kilo|kilos|pounds|days|hours|min|mi|sec|元|米|克|秒|天|升|分)$/u;
/** Suffixes with another meaning: `rateMin` is the minimum rate. */
const otherSuffixes = new Set(['min', 'd', 't', 'l', 'k']);
const chinese = /\p{Script=Han}/u;

/**
 * The unit that the words or the name of a field state: "weight in grams", "price (EUR)", `delayMs`, 重量（千克）; null = none is stated.
 *
 * @example unitIn('price in cents (EUR)', 'price') // { symbol: 'EUR cent', quantity: 'EUR', size: [1, 100] }
 */
export function unitIn(description: string, name: string): Unit | null {
  const named = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}%€$£°µ]+/u);
  const stated = expected.flatMap((pattern) =>
    [...description.matchAll(pattern)].map(([, text = '']) => text),
  );
  const suffix = named.length > 1 ? (named.at(-1) ?? '') : '';
  const found = [
    ...stated.map((text) => readUnit(text.split(/\s+/).slice(0, 3).join(' '), () => true)),
    readUnit(description, (word) => !ambiguous.test(word)),
    readUnit(suffix, (word) => !otherSuffixes.has(word)),
  ].filter((unit) => unit !== null);
  const all = [description, suffix].join(' ');
  return withCount(withMinor(found[0] ?? null, all), description);
}

/** The per-unit may follow later: "in cents (EUR) per hour". */
function withCount(unit: Unit | null, description: string): Unit | null {
  const [, by] = /\bper\s+(\p{L}+)/iu.exec(description) ?? [];
  return unit === null || unit.per !== undefined || by === undefined
    ? unit
    : { ...unit, per: countedBy(by.toLowerCase()) };
}

const countedBy = (word: string): string =>
  (unitNamed(`${word}s`) ?? unitNamed(word))?.symbol ?? word;

/** The first unit in a text, with its per-unit. */
function readUnit(text: string, counts: (word: string) => boolean): Unit | null {
  const words = text.toLowerCase().match(/us\$|[\p{L}µ]+|[%€$£/]|°[cf]/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const unit = unitNamed(word);
    if (unit === null || !counts(word) || words[at - 1] === 'per' || words[at - 1] === '/')
      continue;
    const by = words[at + 1] === 'per' || words[at + 1] === '/' ? words[at + 2] : undefined;
    return by === undefined ? unit : { ...unit, per: countedBy(by) };
  }
  return null;
}

function unitNamed(word: string): Unit | null {
  const own = byName.get(word);
  if (own !== undefined) return own;
  if (minors.has(word)) return { symbol: word, quantity: word, size: [1, 1] };
  if (!chinese.test(word)) return null;
  // Chinese writes no spaces: 重量单位千克 ends with its unit.
  const names = [...byName.keys()].filter((name) => chinese.test(name) && name.length > 1);
  const ending = names.find((name) => word.endsWith(name));
  return (ending === undefined ? null : byName.get(ending)) ?? null;
}

/** "In cents" means cents of the currency named next to it; without one the currency is unknown. */
function withMinor(unit: Unit | null, text: string): Unit | null {
  if (unit === null || !(unit.quantity in currencies || minors.has(unit.quantity))) return unit;
  const words = text.toLowerCase().match(/[\p{L}]+|[€$£]/gu) ?? [];
  if (!words.some((word) => minors.has(word))) return unit;
  const currency = words
    .map((word) => byName.get(word))
    .find((candidate) => candidate !== undefined && candidate.quantity in currencies);
  if (currency === undefined) return unit;
  const { quantity } = currency;
  return { ...unit, symbol: `${quantity} cent`, quantity, size: [1, 100] };
}
