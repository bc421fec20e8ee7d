import { findCityIn } from '../freelancers/cities.ts';
import { knownSkills } from '../freelancers/trades.ts';
import type { Brief, RemoteShare } from './brief.ts';

const emptyBrief: Brief = {
  role: 'Freelancer',
  seniority: null,
  skills: [],
  location: null,
  remote: null,
  startDate: null,
  minRate: null,
  maxRate: null,
  count: 2,
  onlyCity: null,
  without: [],
  languages: [],
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const languages = [
  'German',
  'French',
  'Spanish',
  'Polish',
  'Italian',
  'Dutch',
  'Portuguese',
  'Czech',
];

/**
 * Reads a request, or a later instruction applied to `before`, into a brief. Deterministic: `now` (epoch ms) only determines
 * the year of a date without one. Parts that the text does not contain are unchanged.
 */
export function readBrief(text: string, now: number, before: Brief = emptyBrief): Brief {
  const said = text.replace(/\s+/g, ' ').trim();
  const remote = readRemote(said) ?? before.remote;
  const city = findCityIn(said);
  const only = /\b(?:only|nobody but|just|must live|living)\b/i.test(said) && city !== null;
  const rates = readRates(said);
  const seniority = /\b(?:senior|lead|principal|experienced)\b/i.test(said)
    ? 'senior'
    : /\b(?:junior|entry)\b/i.test(said)
      ? 'junior'
      : before.seniority;
  const isNew = before === emptyBrief;
  return {
    ...before,
    role: isNew ? readRole(said) : before.role,
    seniority,
    skills: readSkills(said, before, seniority),
    remote,
    location:
      city === null
        ? before.location
        : { country: city.country, city: city.name, postalCode: readPostalCode(said) },
    onlyCity: only ? city.name : city === null ? before.onlyCity : null,
    startDate: readDate(said, now) ?? before.startDate,
    minRate: rates.min ?? before.minRate,
    maxRate: rates.max ?? before.maxRate,
    count: readCount(said) ?? before.count,
    languages: [
      ...new Set([
        ...before.languages,
        ...languages.filter((name) =>
          new RegExp(`\\b${name}[- ]?speak|speaks? ${name}`, 'i').test(said),
        ),
      ]),
    ],
  };
}

/** Up to the first comma, "for", "who" or end of sentence; the usual words of a job title. */
function readRole(said: string): string {
  const bare = said
    .replace(
      /^(?:please )?(?:i |we )?(?:need|want|find|look(?:ing)? for|hire|shortlist|search for)\b\s*(?:me |us )?/i,
      '',
    )
    .replace(/^\s*(?:an?|the|one|two|three|four|five|some|\d+)\b\s*/i, '');
  const role =
    bare.split(/,|;|\.(?:\s|$)|\bwho\b|\bup to\b|\bfrom\b|\bnear\b|\bin\b|\bwith\b/i)[0]?.trim() ??
    '';
  return role === '' ? 'Freelancer' : role.charAt(0).toUpperCase() + role.slice(1, 80);
}

function readSkills(said: string, before: Brief, seniority: Brief['seniority']): Brief['skills'] {
  const level = seniority === 'senior' ? 'expert' : seniority === 'junior' ? 'working' : 'advanced';
  const years = { expert: 5, advanced: 3, working: 1 }[level];
  const words = / payments?\b/i.test(` ${said}`) ? `${said} Payment flows` : said;
  const found = knownSkills.filter((name) => mentions(words, name));
  const dropped = knownSkills.filter((name) => mentions(said, name, '(?:no|not|without) '));
  const kept = before.skills.filter(({ name }) => !dropped.includes(name));
  const added = found
    .filter((name) => !dropped.includes(name) && !kept.some((skill) => skill.name === name))
    // "React Native" is one skill, not two.
    .filter((name) => !found.some((other) => other !== name && other.startsWith(`${name} `)))
    .map((name) =>
      name === 'Payment flows'
        ? { name, level: 'working' as const, years: 1 }
        : { name, level: level as 'expert' | 'advanced' | 'working', years },
    );
  return [...kept, ...added].slice(0, 8);
}

const mentions = (text: string, name: string, lead = '') => {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Short names such as "Go" are skills only if capitalised like the language.
  const flags = name.length <= 3 ? '' : 'i';
  return new RegExp(`(?<![\\w.])${lead}${escaped}(?![\\w])`, flags).test(text);
};

function readRemote(said: string): RemoteShare | null {
  if (
    /\b(?:fully|completely|100 ?%|entirely) remote\b|\bremote (?:only|is fine|ok|okay)\b/i.test(
      said,
    )
  )
    return 'remote';
  const days =
    /hybrid[^.;]{0,12}?(\d)|(\d)\s*days?(?: (?:a|per) week)?(?: on[- ]site| in the office)/i.exec(
      said,
    );
  const count = Number(days?.[1] ?? days?.[2] ?? Number.NaN);
  if (count === 1) return 'hybrid-1';
  if (count === 2) return 'hybrid-2';
  if (count === 3) return 'hybrid-3';
  if (count >= 4) return 'on-site';
  if (/\bhybrid\b/i.test(said)) return 'hybrid-2';
  if (/\bon[- ]?site\b/i.test(said)) return 'on-site';
  if (/\bremote\b/i.test(said)) return 'remote';
  return null;
}

function readRates(said: string): { min: number | null; max: number | null } {
  const money = String.raw`(\d{2,3})(?:[.,]\d+)?\s*(?:EUR|€|euros?)?`;
  const range = new RegExp(
    `${money}\\s*(?:to|-|–|and)\\s*(\\d{2,3})\\s*(?:EUR|€|euros?)`,
    'i',
  ).exec(said);
  if (range) return { min: Number(range[1]), max: Number(range[2]) };
  const max = new RegExp(
    `(?:up to|at most|max(?:imum)?\\.?|below|under|no more than|budget(?: of)?|limit(?: of)?|cap(?: of)?)\\s*(?:of\\s*)?(?:EUR|€)?\\s*${money}(?!\\s*(?:days?|years?|people|min))`,
    'i',
  ).exec(said);
  const plain = /(\d{2,3})\s*(?:EUR|€|euros?)\s*(?:max|at most|or less)?/i.exec(said);
  const value = max?.[1] ?? plain?.[1];
  return { min: null, max: value === undefined ? null : Number(value) };
}

function readDate(said: string, now: number): string | null {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(said);
  if (iso) return iso[0];
  const named =
    /\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+(\d{4}))?/i.exec(
      said,
    );
  const swapped = named
    ? null
    : /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+(\d{4}))?\b/i.exec(
        said,
      );
  const day = Number(named?.[1] ?? swapped?.[2] ?? Number.NaN);
  const month = months.indexOf((named?.[2] ?? swapped?.[1] ?? '').toLowerCase());
  if (Number.isNaN(day) || day < 1 || day > 31 || month < 0) return null;
  const given = named?.[3] ?? swapped?.[3];
  const today = new Date(now);
  const thisYear = today.getUTCFullYear();
  const passed = Date.UTC(thisYear, month, day + 1) < now;
  const date = new Date(
    Date.UTC(given === undefined ? thisYear + (passed ? 1 : 0) : Number(given), month, day),
  );
  return date.toISOString().slice(0, 10);
}

const readPostalCode = (said: string) => /\b(\d{5})\b/.exec(said)?.[1] ?? '';

function readCount(said: string): number | null {
  const words = ['one', 'two', 'three', 'four', 'five'];
  const match =
    /\b(one|two|three|four|five|[1-5])\s+(?:\w+\s+){0,3}?(?:people|persons?|freelancers?|contractors?|candidates?|developers?|engineers?|designers?)\b/i.exec(
      said,
    );
  if (!match?.[1]) return null;
  const word = words.indexOf(match[1].toLowerCase());
  return word >= 0 ? word + 1 : Number(match[1]);
}
