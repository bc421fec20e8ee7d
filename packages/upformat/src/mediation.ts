import { similarity, wordsOf } from './description-similarity.ts';
import { fieldsOf, type MediationField } from './mediation-fields.ts';
import type { UpContext } from './message.ts';
import { readPattern } from './pointer-pattern.ts';

/** One field filled from another; both are JSON Pointers in which a star stands for every item of a list. */
export interface FieldMapping {
  from: string;
  to: string;
  /** 0 to 1. */
  score: number;
  reason: string;
}

/** A field of the receiver that a person has to settle: nothing fits well enough, or two fit equally. */
export interface UndecidedField {
  to: string;
  description: string;
  why: 'no-match' | 'tie';
  /** Best first. */
  candidates: FieldMapping[];
}

export interface Mediation {
  mapping: FieldMapping[];
  undecided: UndecidedField[];
}

export interface MediationOptions {
  sender: { context: UpContext; payload: unknown };
  receiver: { context: UpContext };
  /** Settled before for this pair of schemas: taken as they are. */
  remembered?: readonly { from: string; to: string }[];
  /** Below it nothing is mapped; default 0.35. */
  threshold?: number;
  /** Two candidates closer than this tie; default 0.05. */
  margin?: number;
}

const listDepth = (pointer: string) => pointer.split('/').filter((token) => token === '*').length;
const listOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/*') + 2);
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Whether values as found can stand where the receiver wants them; also says what speaks for it. */
function compatibility(
  from: MediationField,
  to: MediationField,
  payload: unknown,
): { factor: number; bonus: number; reason: string } {
  const sample = readPattern(payload, from.pointer).find((value) => value !== undefined);
  const found = sample === undefined ? from.type : typeOf(sample);
  const wanted = to.type;
  const fits =
    found === undefined ||
    wanted === undefined ||
    found === wanted ||
    (found === 'integer' && wanted === 'number');
  if (!fits) return { factor: 0.2, bonus: 0, reason: `${found} where ${wanted} is wanted` };
  if (to.format === 'email') {
    const isEmail = typeof sample === 'string' ? emailLike.test(sample) : from.format === 'email';
    return isEmail
      ? { factor: 1, bonus: 0.35, reason: 'holds email addresses' }
      : { factor: 0.2, bonus: 0, reason: 'holds no email addresses' };
  }
  if (typeof sample === 'string' && emailLike.test(sample) && from.format === 'email') {
    return { factor: 0.5, bonus: 0, reason: 'holds email addresses' };
  }
  return { factor: 1, bonus: 0, reason: '' };
}

function score(from: MediationField, to: MediationField, payload: unknown): FieldMapping {
  const described = similarity(wordsOf(from.description), wordsOf(to.description));
  const named = similarity(wordsOf(from.name), wordsOf(to.name));
  const across = Math.max(
    similarity(wordsOf(from.name), wordsOf(to.description)),
    similarity(wordsOf(from.description), wordsOf(to.name)),
  );
  const { factor, bonus, reason } = compatibility(from, to, payload);
  const total = Math.min(1, (0.6 * described + 0.2 * named + 0.2 * across) * factor + bonus);
  const words = `“${from.description || from.name}” and “${to.description || to.name}”`;
  return {
    from: from.pointer,
    to: to.pointer,
    score: Math.round(total * 1000) / 1000,
    reason: reason === '' ? words : `${words}; ${reason}`,
  };
}

/** For each list of the receiver, the one list of the sender that fits its fields best: items must not be mixed. */
function pairLists(
  receiver: readonly MediationField[],
  ranked: ReadonlyMap<string, FieldMapping[]>,
): Map<string, string> {
  const pairs = new Map<string, string>();
  const lists = new Set(
    receiver.filter((to) => listDepth(to.pointer) > 0).map((to) => listOf(to.pointer)),
  );
  for (const list of lists) {
    const sums = new Map<string, number>();
    for (const to of receiver.filter((field) => listOf(field.pointer) === list)) {
      const best = new Map<string, number>();
      for (const candidate of ranked.get(to.pointer) ?? []) {
        const source = listOf(candidate.from);
        best.set(source, Math.max(best.get(source) ?? 0, candidate.score));
      }
      for (const [source, value] of best) sums.set(source, (sums.get(source) ?? 0) + value);
    }
    const [winner] = [...sums].sort((left, right) => right[1] - left[1]);
    if (winner) pairs.set(list, winner[0]);
  }
  return pairs;
}

/**
 * Finds from which fields of a sender's payload a receiver's payload is filled (UpFormat 3.2): by descriptions,
 * formats and types, not by equal names. What is required and has no clear source is left to a person.
 */
export function mediate(options: MediationOptions): Mediation {
  const { threshold = 0.35, margin = 0.05, remembered = [] } = options;
  const sender = fieldsOf(options.sender.context);
  const receiver = fieldsOf(options.receiver.context);
  const ranked = new Map(
    receiver.map((to) => [
      to.pointer,
      sender
        .filter((from) => listDepth(from.pointer) === listDepth(to.pointer))
        .map((from) => score(from, to, options.sender.payload))
        .sort((left, right) => right.score - left.score),
    ]),
  );
  const lists = pairLists(receiver, ranked);
  const result: Mediation = { mapping: [], undecided: [] };
  for (const to of receiver) {
    const settled = remembered.find((known) => known.to === to.pointer);
    if (settled) {
      result.mapping.push({ ...settled, score: 1, reason: 'settled before by a person' });
      continue;
    }
    const source = lists.get(listOf(to.pointer));
    const candidates = (ranked.get(to.pointer) ?? []).filter(
      (candidate) => listDepth(to.pointer) === 0 || listOf(candidate.from) === source,
    );
    const [best, second] = candidates;
    const clear = best !== undefined && best.score >= threshold;
    const tie = clear && second !== undefined && best.score - second.score < margin;
    if (clear && !tie) result.mapping.push(best);
    else if (to.required || tie) {
      result.undecided.push({
        to: to.pointer,
        description: to.description,
        why: tie ? 'tie' : 'no-match',
        candidates: candidates.filter((candidate) => candidate.score > 0).slice(0, 5),
      });
    }
  }
  return result;
}
