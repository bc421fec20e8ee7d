import type { Candidate } from '../rank-candidates.ts';
import type { PairedTarget } from './pair-lists.ts';

/** The result for a target. The candidates of an undecided one are best first. */
export type Verdict =
  | { why: 'match'; candidate: Candidate }
  | { why: 'tie' | 'no-match'; candidates: Candidate[] };

export interface AssignOptions {
  /** Source by target: settled in advance. */
  settled: ReadonlyMap<string, string>;
  threshold: number;
  margin: number;
}

/** Assigns a source to each target, required targets and then the best scores first, so that a source goes to the field it fits best. */
export function assignSources(
  targets: readonly PairedTarget[],
  options: AssignOptions,
): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  const taken = new Set(options.settled.values());
  const open = new Set(
    targets
      .filter(({ field }) => !options.settled.has(field.pointer))
      .map((target) => ({ target, next: 0 })),
  );
  while (open.size > 0) {
    for (const contender of open) passTaken(contender, taken);
    const [first] = open;
    if (first === undefined) break;
    const surest = [...open].reduce(
      (best, other) => (comesBefore(other, best) ? other : best),
      first,
    );
    open.delete(surest);
    const { pointer } = surest.target.field;
    const best = bestOf(surest);
    if (best === undefined || best.score < options.threshold) {
      verdicts.set(pointer, { why: 'no-match', candidates: surest.target.candidates });
      continue;
    }
    const rivals = [...open].filter((other) => isRival(surest, other, options));
    if (rivals.length === 0 && !surest.target.unclear && leads(surest, taken, options)) {
      verdicts.set(pointer, { why: 'match', candidate: best });
      taken.add(best.from);
      continue;
    }
    // Of two targets with an equal claim to a source, the order of processing must not decide.
    for (const tied of [surest, ...rivals]) {
      open.delete(tied);
      const candidates = tied.target.candidates.filter(({ from }) => !taken.has(from));
      verdicts.set(tied.target.field.pointer, { why: 'tie', candidates });
    }
  }
  return verdicts;
}

/** A target without a source yet. `next` is the index of its best candidate that is still available. */
interface Contender {
  target: PairedTarget;
  next: number;
}

const bestOf = ({ target, next }: Contender): Candidate | undefined => target.candidates[next];
const scoreOf = (contender: Contender): number => bestOf(contender)?.score ?? 0;

function passTaken(contender: Contender, taken: ReadonlySet<string>): void {
  for (let best = bestOf(contender); best !== undefined && taken.has(best.from); ) {
    contender.next += 1;
    best = bestOf(contender);
  }
}

function comesBefore(left: Contender, right: Contender): boolean {
  const isRequired = left.target.field.required;
  if (isRequired !== right.target.field.required) return isRequired;
  return scoreOf(left) > scoreOf(right);
}

/** Whether another target, equally required, fits the same source about as well. */
function isRival(
  first: Contender,
  other: Contender,
  { threshold, margin }: AssignOptions,
): boolean {
  return (
    other.target.field.required === first.target.field.required &&
    bestOf(other)?.from === bestOf(first)?.from &&
    scoreOf(other) >= threshold &&
    scoreOf(first) - scoreOf(other) < margin
  );
}

/** Whether the best candidate is clearly better than the next available one. */
function leads(
  { target, next }: Contender,
  taken: ReadonlySet<string>,
  { margin }: AssignOptions,
): boolean {
  const best = target.candidates[next];
  const second = target.candidates.slice(next + 1).find(({ from }) => !taken.has(from));
  if (best === undefined || second === undefined) return true;
  // If both have the required format, only their descriptions distinguish them; these must be clear, since a sent mail is final.
  const needed = best.sameFormat && second.sameFormat ? 2 * margin : margin;
  return best.score - second.score >= needed;
}
