import { outsideOf, paragraphsAboutPeople } from './about-people.ts';
import { foldText } from './fold-text.ts';
import { markText } from './marks.ts';
import { valueRules } from './rules/all-rules.ts';
import { mostSureAt } from './rules/field-rules.ts';
import type { Rule } from './rules/rule.ts';

/** Personal or secret data in a text. */
export interface Finding {
  /** Offsets of UTF-16 code units in the text as it was given. */
  start: number;
  end: number;
  rule: string;
  label: string;
  /** 0 to 1. */
  confidence: number;
}

/** A further detector, such as a model for names. Its findings are merged with those of the rules, and cannot take any away. */
export type Detector = (text: string) => readonly Finding[];

/** What is looked for. */
export interface DetectionPolicy {
  /** Rules that are not used, by name. */
  without?: readonly string[];
  /** The only rules that are used, by name; absent = all. */
  only?: readonly string[];
  /** Texts that are never masked, such as the name of the own product. Compared as whole findings, without case. */
  allowed?: readonly string[];
  detectors?: readonly Detector[];
}

/** From this confidence on a finding is masked; below it a person sees it marked and decides. */
export const sureFrom = 0.6;
/** The rule of a doubt that only says: what is left of this paragraph is about a person. */
export const aboutAPerson = 'about-a-person';
/** A doubt from this confidence on, such as a name that is known, makes its paragraph one about a person. */
const likelyFrom = 0.5;

/** Longer texts are looked at in parts that overlap by as much as the longest finding is expected to have. */
const maxPart = 100_000;
const overlap = 4_000;

/** What the rules are sure of in a text, in its order, without overlaps. `key` is the name of the member that holds it. */
export const detect = (text: string, policy: DetectionPolicy = {}, key = ''): Finding[] =>
  examine(text, policy, key).sure;

/** What the rules are sure of, which is masked, and what they doubt, which a person decides about. */
export function examine(
  text: string,
  policy: DetectionPolicy = {},
  key = '',
): { sure: Finding[]; doubtful: Finding[] } {
  if (text.trim() === '') return { sure: [], doubtful: [] };
  const rules = valueRules.filter(
    ({ name }) => !policy.without?.includes(name) && policy.only?.includes(name) !== false,
  );
  const found: Finding[] = [];
  for (let start = 0; start === 0 || start + overlap < text.length; start += maxPart - overlap) {
    const part = text.slice(start, start + maxPart);
    for (const finding of [
      ...findIn(part, rules, key),
      ...(policy.detectors ?? []).flatMap((find) => find(part)),
    ]) {
      found.push({ ...finding, start: finding.start + start, end: finding.end + start });
    }
  }
  const allowed = new Set(policy.allowed?.map((one) => one.trim().toLowerCase()));
  const kept = found.filter(
    ({ start, end }) => end > start && !allowed.has(text.slice(start, end).trim().toLowerCase()),
  );
  const sure = merged(kept.filter(({ confidence }) => confidence >= sureFrom));
  const marks = [...text.matchAll(markText)].map(({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
  }));
  const words = outsideOf(
    text,
    merged(kept.filter(({ confidence }) => confidence < sureFrom)),
    sure,
  );
  const people = [...sure, ...words.filter(({ confidence }) => confidence >= likelyFrom)];
  const context = paragraphsAboutPeople(text, people).map(
    (own): Finding => ({ ...own, rule: aboutAPerson, label: 'CONTEXT', confidence: 0.3 }),
  );
  const rest = outsideOf(text, merged(context), [...sure, ...marks, ...words]);
  return { sure, doubtful: [...words, ...rest].toSorted((a, b) => a.start - b.start) };
}

function findIn(part: string, rules: readonly Rule[], key: string): Finding[] {
  const folded = foldText(part);
  // Of the same length, so that offsets stay; no rule matches it.
  const text = folded.text.replace(markText, (found) => '\u0001'.repeat(found.length));
  return rules.flatMap((rule) =>
    rule.find(text, key).flatMap((span) => {
      const confidence = Math.min(span.confidence, mostSureAt(text, span.start));
      if (confidence === 0) return [];
      const last = folded.offsets[span.end - 1] ?? 0;
      // Up to the next visible character: marks without width behind the last one go with it.
      const end = folded.offsets[span.end] ?? part.length;
      return {
        start: folded.offsets[span.start] ?? 0,
        end: span.end === span.start ? last : end,
        rule: rule.name,
        label: rule.label,
        confidence,
      };
    }),
  );
}

/** Findings that overlap become one over all of them: to mask only the best would leave a part of another. */
function merged(findings: readonly Finding[]): Finding[] {
  const sorted = findings.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const result: Finding[] = [];
  for (const finding of sorted) {
    const last = result.at(-1);
    if (last === undefined || finding.start >= last.end) {
      result.push(finding);
      continue;
    }
    const isBetter =
      finding.confidence > last.confidence ||
      (finding.confidence === last.confidence &&
        finding.end - finding.start > last.end - last.start);
    const best = isBetter ? finding : last;
    result[result.length - 1] = {
      ...best,
      start: last.start,
      end: Math.max(last.end, finding.end),
    };
  }
  return result;
}
