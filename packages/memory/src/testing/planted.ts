import { isObject } from '@countersign/json/json-object';
import type { Memory } from '../model/memory.ts';
import { type Locale, locales } from './planted-locales.ts';
import * as values from './planted-values.ts';
import { type Chance, filled, pick, whole } from './planted-values.ts';
import { memoryOf, seeded } from './samples.ts';

/** One planted personal or secret datum. */
export interface Planted {
  kind: string;
  country: string;
  value: string;
}

/** A memory with planted data and with sentences that have none. */
export interface PlantedMemory {
  memory: Memory;
  planted: Planted[];
}

/** A text with a value in it; the value may be a part of what makes it recognisable. */
interface Carried {
  kind: string;
  text: string;
  value: string;
}

const lettersOnly = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

function carriedBy(locale: Locale, chance: Chance): Carried[] {
  const plain = (kind: string, value: string): Carried => ({ kind, text: value, value });
  const phone = filled(chance, pick(chance, locale.phones));
  const id = pick(chance, [locale.ids[0] ?? (() => ''), ...locale.ids])(chance);
  const name = locale.names(chance);
  const birth = locale.birth(chance);
  const card = values.cardNumber(chance);
  const mailbox = `${lettersOnly(name.name) || 'li.wei'}${whole(chance, 1, 99)}`;
  const domain = `example.${pick(chance, ['com', 'org', 'co.uk', 'de', 'cn', 'com.br'])}`;
  return [
    plain('phone', phone),
    { kind: 'national id', text: id, value: id.replace(/^[^\d]*(?=\d)(?<=[\s：])/u, '') },
    plain('address', locale.address(chance)),
    { kind: 'name', text: name.text, value: name.name },
    { kind: 'birth date', text: birth.text, value: birth.date },
    plain('card', pick(chance, [card, values.spaced(card, 4), values.spaced(card, 4, '-')])),
    plain(
      'email',
      pick(chance, [
        `${mailbox}@${domain}`,
        `${mailbox}.x+tag@mail.${domain}`,
        `${mailbox} (at) ${domain}`,
      ]),
    ),
    plain('ip', pick(chance, [values.ipv4, values.ipv6])(chance)),
    plain('mac', values.macAddress(chance)),
    plain('coordinates', values.point(chance)),
    plain('secret', values.token(chance)),
    ...(locale.iban === null ? [] : [plain('iban', ibanOf(locale.iban, chance))]),
  ];
}

const accounts: Record<string, string> = {
  GB: '@@@@##############',
  DE: '##################',
  FR: '####################@##'.replace('@', 'A'),
  ES: '####################',
  IT: '@######################',
  NL: '@@@@##########',
};
const ibanOf = (country: string, chance: Chance): string => {
  const number = values.ibanNumber(country, filled(chance, accounts[country] ?? ''));
  return chance() < 0.5 ? number : values.spaced(number, 4);
};

/** Members whose names alone say what they hold. */
const keyed: readonly (readonly [string, string, (chance: Chance) => string | number])[] = [
  ['reference', 'user_id', (chance) => `u-${filled(chance, '&&&###')}`],
  ['reference', 'sessionId', (chance) => filled(chance, 'sess&&&&##')],
  ['reference', 'order_id', (chance) => whole(chance, 10_000_000, 99_999_999)],
  ['secret', 'password', (chance) => filled(chance, '&&&&@@##!')],
  ['secret', 'apiKey', (chance) => filled(chance, '&&&&&&&&&&&&')],
  [
    'name',
    'first_name',
    (chance) => pick(chance, ['Quillon', 'Thessaly', 'Ysolde', 'Bartholomew']),
  ],
  ['name', '联系人', (chance) => pick(chance, ['闻人牧之', '端木蕻良', '完颜洪烈'])],
  ['phone', 'mobile', (chance) => whole(chance, 13_000_000_000, 13_999_999_999)],
  ['coordinates', 'latitude', (chance) => Number((10 + chance() * 60).toFixed(5))],
  [
    'address',
    'home_address',
    (chance) => `Flat ${whole(chance, 1, 99)}, behind the mill, Little Snoring`,
  ],
];

/** Ways to write digits that hide them from a simple search. */
const disguises: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (text) => text.replace(/ /g, '\u00a0'),
  (text) => text.replace(/([0-9])(?=[0-9])/, '$1\u200b'),
];
const canDisguise = new Set(['phone', 'card', 'national id']);

function plant(locale: Locale, round: number, chance: Chance): PlantedMemory {
  const { country } = locale;
  const planted: Planted[] = [];
  const steps = carriedBy(locale, chance).map(({ kind, text, value }, at) => {
    const disguise = canDisguise.has(kind)
      ? pick(chance, [disguises[0] ?? String, ...disguises])
      : String;
    planted.push({ kind, country, value: disguise(value) });
    const sentence = pick(chance, locale.sentences).replace('{}', () => disguise(text));
    const decoy = pick(chance, locale.decoys);
    // In a text, deep in the details, as an item of a list, and as the name of a member.
    switch ((at + round) % 4) {
      case 0:
        return { name: `check ${at}`, description: `${sentence} ${decoy}` };
      case 1:
        return { name: decoy, description: '', details: { notes: { remark: [decoy, sentence] } } };
      case 2:
        return { name: 'send', description: decoy, details: { attempts: 3, list: [[sentence]] } };
      default:
        return kind === 'name' || kind === 'birth date'
          ? { name: sentence, description: decoy }
          : { name: 'count', description: decoy, details: { byValue: { [disguise(text)]: 12 } } };
    }
  });
  const members = keyed.map(([kind, key, make]): [string, unknown] => {
    const value = make(chance);
    planted.push({ kind, country, value: String(value) });
    return [key, value];
  });
  steps.push({
    name: 'store',
    description: 'keep the record',
    details: { form: Object.fromEntries(members) },
  } as (typeof steps)[number]);
  const memory = memoryOf(`wf-${country.toLowerCase()}-${round}`, 'workflow', {
    workflow_name: `Follow up ${round}`,
    steps,
    result_status: 'success',
    domain: 'support',
  });
  return { memory, planted };
}

/** Memories with data of people planted in the formats of twelve countries and ten languages: the same for a seed. */
export function plantedCorpus(seed = 18, rounds = 4): PlantedMemory[] {
  const chance = seeded(seed);
  return Array.from({ length: rounds }, (_, round) =>
    locales.map((locale) => plant(locale, round, chance)),
  ).flat();
}

/** Bare names, without title, cue, frequent given name or known person: what rules cannot find. */
export const bareNames: readonly string[] = [
  'Quillon',
  'Thessaly Marchbanks',
  'Ysolde Fenwick',
  'Korbinian Vogelsang',
  'Ottavia Quaranta',
  'Iracema Duarte',
  'Wybren Hoekstra',
  'Zubeida Anwar',
  '赵云澜',
  '沈巍',
  '霍去病',
  '上杉謙信',
  '이순신',
  'Itziar Zubizarreta',
  'Gaspard Delacroix',
  'Maëlys Roche',
  'Bhuvan Arora',
  'Peregrine Took',
  'Saoirse Keane',
  'Ubiratan Reis',
];

/** Every text of a value, also the names of members and its numbers. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)])
    : [];
}

/** What remains of a text when spelling does not count: letters and digits in one width and case. */
export const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
