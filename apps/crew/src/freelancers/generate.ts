// Writes freelancers.jsonl, the pool of the crew: node --import tsx apps/crew/src/freelancers/generate.ts
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createRandom, type Random } from '../random.ts';
import { cities } from './cities.ts';
import type { Freelancer, SkillLevel } from './freelancer.ts';
import { names } from './names.ts';
import { trades } from './trades.ts';

const seed = 20_261_121;
const count = 320;
const firstDay = Date.UTC(2026, 10, 1);
const dayMs = 86_400_000;
const homeLanguage: Readonly<Record<string, string>> = {
  DE: 'German',
  AT: 'German',
  CH: 'German',
  CZ: 'Czech',
  PL: 'Polish',
  HU: 'Hungarian',
  SK: 'Slovak',
  SI: 'Slovene',
  HR: 'Croatian',
  RS: 'Serbian',
  RO: 'Romanian',
  BG: 'Bulgarian',
  GR: 'Greek',
  UA: 'Ukrainian',
  LT: 'Lithuanian',
  LV: 'Latvian',
  EE: 'Estonian',
  FI: 'Finnish',
  SE: 'Swedish',
  NO: 'Norwegian',
  DK: 'Danish',
  NL: 'Dutch',
  BE: 'Dutch',
  FR: 'French',
  ES: 'Spanish',
  PT: 'Portuguese',
  IT: 'Italian',
  TR: 'Turkish',
  GE: 'Georgian',
  EG: 'Arabic',
  KE: 'Swahili',
  IN: 'Hindi',
  VN: 'Vietnamese',
  BR: 'Portuguese',
  AR: 'Spanish',
  CO: 'Spanish',
  CA: 'French',
};
/** Rates relative to German ones. */
const rateFactor: Readonly<Record<string, number>> = {
  CH: 1.3,
  GB: 1.1,
  NO: 1.15,
  DK: 1.1,
  DE: 1,
  AT: 0.98,
  NL: 1.05,
  IE: 1.05,
  SE: 1,
  FI: 0.98,
  FR: 0.95,
  BE: 0.98,
};

/** The whole pool; the same on every call. */
export function generateFreelancers(): Freelancer[] {
  const random = createRandom(seed);
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, at) => one(random, at, taken));
}

function one(random: Random, at: number, taken: Set<string>): Freelancer {
  const city = random.weighted(cities);
  const trade = random.weighted(trades);
  const name = newName(random, taken);
  const years = random.between(2, 18);
  const skills = [
    ...trade.core.map((skill) => skillOf(random, skill, years)),
    ...random
      .some(trade.beside, random.between(2, 4))
      .map((skill) => skillOf(random, skill, Math.ceil(years * (0.3 + random.next() * 0.5)))),
  ];
  const experience = 0.72 + Math.min(years, 14) * 0.028;
  const rate =
    trade.rate * (rateFactor[city.country] ?? 0.72) * experience * (0.9 + random.next() * 0.22);
  const language = homeLanguage[city.country];
  const more = random.some(
    ['German', 'French', 'Spanish', 'Polish', 'Italian'],
    random.between(0, 1),
  );
  const jobsDone = random.between(1, 6 + years * 3);
  const work = random.pick(trade.works);
  const local = (distance: number) =>
    Math.round((random.next() - 0.5) * distance * 10_000) / 10_000;
  return {
    id: `fl-${String(at + 1).padStart(3, '0')}`,
    name,
    title: `${years >= 8 ? 'Senior ' : ''}${trade.title}`,
    city: city.name,
    country: city.country,
    lat: Math.round((city.lat + local(0.14)) * 10_000) / 10_000,
    lon: Math.round((city.lon + local(0.2)) * 10_000) / 10_000,
    skills,
    rate: Math.round(rate),
    currency: 'EUR',
    availableFrom: new Date(firstDay + random.between(0, 110) * dayMs).toISOString().slice(0, 10),
    languages: [...new Set([...(language === undefined ? [] : [language]), 'English', ...more])],
    rating: Math.round((3.6 + random.next() * 1.4) * 10) / 10,
    jobsDone,
    email: addressOf(name, random.pick(['example.com', 'example.org', 'example.net'])),
    bio: `${years} years in the trade, ${jobsDone} jobs done; ${work}. Lives in ${city.name}.`,
  };
}

function skillOf(random: Random, name: string, years: number): Freelancer['skills'][number] {
  const own = Math.max(1, years - random.between(0, 2));
  const level: SkillLevel = own >= 6 ? 'expert' : own >= 3 ? 'advanced' : 'working';
  return { name, level, years: own };
}

function newName(random: Random, taken: Set<string>): string {
  for (;;) {
    const { given, family } = random.pick(names);
    const name = `${random.pick(given)} ${random.pick(family)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

const addressOf = (name: string, domain: string) =>
  `${name
    .replace('ł', 'l')
    .replace('ı', 'i')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')}@${domain}`;

/** One person per line, so that a change of one changes one line. */
export const toLines = (people: readonly Freelancer[]) =>
  people.map((person) => `${JSON.stringify(person)}\n`).join('');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(new URL('./freelancers.jsonl', import.meta.url), toLines(generateFreelancers()));
}
