import { comparePrompts, isAtMost, type Urgency } from './urgency.ts';

/** What is due by then comes before everything else, ms. */
export const dueFirstMs = 15 * 60_000;
/** So long before a default is sent the question is named on every screen, ms. */
const lastMinutesMs = 2 * 60_000;

type Due = Pick<Urgency, 'expiresAt'>;

/** What of a question shows whether one may answer it now. */
interface Held {
  state: string;
  claim: { operator: string } | null;
  snooze: object | null;
}

type Asked = Urgency & Held & { blocking: boolean };

const isDueFirst = ({ expiresAt }: Due, now: number): boolean =>
  expiresAt !== null && expiresAt - now <= dueFirstMs;

/** What needs a person first: due within a quarter of an hour, then what blocks, by severity, deadline and age. */
export function compareByNeed(left: Asked, right: Asked, now: number): number {
  const soon = Number(isDueFirst(right, now)) - Number(isDueFirst(left, now));
  if (soon !== 0) return soon;
  if (left.blocking !== right.blocking) return Number(right.blocking) - Number(left.blocking);
  if (left.severity !== right.severity) return isAtMost(left.severity, right.severity) ? 1 : -1;
  return comparePrompts(left, right);
}

/** Open, not put aside, and held by nobody but this operator. */
const isFreeFor = ({ state, claim, snooze }: Held, operatorId: string | null): boolean =>
  state === 'open' && snooze === null && (claim === null || claim.operator === operatorId);

/** The question that one goes to next: the most needed one that nobody else holds; null = there is none. */
export function nextByNeed<Row extends Asked>(
  prompts: readonly Row[],
  { operatorId, now }: { operatorId: string | null; now: number },
): Row | null {
  let first: Row | null = null;
  for (const prompt of prompts) {
    if (!isFreeFor(prompt, operatorId)) continue;
    if (first === null || compareByNeed(prompt, first, now) < 0) first = prompt;
  }
  return first;
}

/** The question whose default is sent next, if that is in the last minutes and nobody else holds it. */
export function aboutToDefault<
  Row extends Due & Omit<Held, 'snooze'> & { hasDefault?: true | undefined },
>(
  prompts: readonly Row[],
  { operatorId, now }: { operatorId: string | null; now: number },
): Row | null {
  const last = prompts.filter(
    ({ state, claim, expiresAt, hasDefault }) =>
      hasDefault === true &&
      state === 'open' &&
      (claim === null || claim.operator === operatorId) &&
      expiresAt !== null &&
      expiresAt > now &&
      expiresAt - now <= lastMinutesMs,
  );
  return last.reduce<Row | null>(
    (soonest, one) =>
      soonest === null || (one.expiresAt ?? 0) < (soonest.expiresAt ?? 0) ? one : soonest,
    null,
  );
}
