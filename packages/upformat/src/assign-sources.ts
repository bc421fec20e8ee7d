import type { PairedTarget } from './pair-lists.ts';
import type { Candidate } from './rank-candidates.ts';

/** What becomes of a target. The candidates of an undecided one are best first. */
export type Verdict =
  | { why: 'match'; candidate: Candidate }
  | { why: 'tie' | 'no-match'; candidates: Candidate[] };

export interface AssignOptions {
  /** Source by target: taken, whatever else it would fit. */
  settled: ReadonlyMap<string, string>;
  threshold: number;
  margin: number;
}

/** Gives each target its source, what is required and then the surest first, so that a source goes to the field it fits best. */
export function assignSources(
  targets: readonly PairedTarget[],
  options: AssignOptions,
): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  const taken = new Set(options.settled.values());
  const open = new Set(targets.filter(({ field }) => !options.settled.has(field.pointer)));
  while (open.size > 0) {
    const [first, ...others] = [...open].map((target) => stand(target, taken)).sort(order);
    if (first === undefined) break;
    const { target, candidates } = first;
    const [best, second] = candidates;
    open.delete(target);
    if (best === undefined || best.score < options.threshold) {
      verdicts.set(target.field.pointer, { why: 'no-match', candidates: target.candidates });
      continue;
    }
    const rivals = others.filter((other) => isRival(first, other, options));
    const leads =
      second === undefined || best.score - second.score >= neededLead(best, second, options);
    if (leads && !target.unclear && rivals.length === 0) {
      verdicts.set(target.field.pointer, { why: 'match', candidate: best });
      taken.add(best.from);
      continue;
    }
    // Who wants the same source as much must not get it only because the other was asked about first.
    for (const tied of [first, ...rivals]) {
      open.delete(tied.target);
      verdicts.set(tied.target.field.pointer, { why: 'tie', candidates: tied.candidates });
    }
  }
  return verdicts;
}

/** A target with the candidates that are still to be had. */
interface Standing {
  target: PairedTarget;
  candidates: Candidate[];
}

const stand = (target: PairedTarget, taken: ReadonlySet<string>): Standing => ({
  target,
  candidates: target.candidates.filter(({ from }) => !taken.has(from)),
});

const scoreOf = ({ candidates }: Standing): number => candidates[0]?.score ?? 0;

const order = (left: Standing, right: Standing): number =>
  Number(right.target.field.required) - Number(left.target.field.required) ||
  scoreOf(right) - scoreOf(left);

/** Whether another target, as much required, wants the same source about as much. */
function isRival(first: Standing, other: Standing, { threshold, margin }: AssignOptions): boolean {
  return (
    other.target.field.required === first.target.field.required &&
    other.candidates[0]?.from === first.candidates[0]?.from &&
    scoreOf(other) >= threshold &&
    scoreOf(first) - scoreOf(other) < margin
  );
}

/** Where both hold the very format that is wanted only words tell them apart, and these must be clear: a mail sent is sent. */
const neededLead = (best: Candidate, second: Candidate, { margin }: AssignOptions): number =>
  best.sameFormat && second.sameFormat ? 2 * margin : margin;
