import type { UpContext } from '../message.ts';
import { type Candidate, rankCandidates, unitRemark } from '../rank-candidates.ts';
import { assignSources } from './assign-sources.ts';
import { pairLists } from './pair-lists.ts';
import type { Conversion } from './unit-match.ts';

/** One field filled from another; both are JSON Pointers in which `*` means every item of a list. */
export interface FieldMapping {
  from: string;
  to: string;
  /** 0 to 1. */
  score: number;
  reason: string;
  /** Its numbers are in another unit: this makes them fit. */
  conversion?: Conversion;
}

/** A field of the receiver that a person has to settle: nothing fits well enough, two fit equally, or the units differ. */
export interface UndecidedField {
  to: string;
  description: string;
  why: 'no-match' | 'tie' | 'unit';
  /** Best first, at most five, without poor matches. */
  candidates: FieldMapping[];
}

export interface Mediation {
  mapping: FieldMapping[];
  undecided: UndecidedField[];
}

export interface MediationOptions {
  /** An existing payload takes precedence over descriptions of its fields. */
  sender: { context: UpContext; payload?: unknown };
  receiver: { context: UpContext };
  /** Earlier choices for this pair of schemas, by a person or by the caller: used unchanged. */
  remembered?: readonly { from: string; to: string }[];
  /** Below it nothing is mapped; default 0.45. */
  threshold?: number;
  /** Two candidates closer than this tie, and twice this if both have the required format; default 0.12. */
  margin?: number;
}

const maxCandidates = 5;
/** Minimum score of a candidate shown to a person. */
const leastScore = 0.1;

/**
 * Finds from which fields of a sender's payload a receiver's payload is filled (docs/protocol/message.md): by descriptions, formats, types
 * and constraints, not by equal names. Fields that two sources fit equally, and required fields without a good source, are left to a
 * person; after one of several undecided fields of a list is decided, call it again: the others may follow. A source fills two
 * fields only on request.
 *
 * @example mediate({ sender: { context, payload }, receiver: { context: contextFromJsonSchema(schema) } })
 */
export function mediate(options: MediationOptions): Mediation {
  const { threshold = 0.45, margin = 0.12, remembered = [] } = options;
  const settled = new Map(remembered.map(({ from, to }) => [to, from]));
  const targets = rankCandidates(options.sender, options.receiver.context);
  const paired = pairLists(targets, { settled, margin });
  const verdicts = assignSources(paired, { settled, threshold, margin });
  const result: Mediation = { mapping: [], undecided: [] };
  for (const { field, candidates: ranked } of targets) {
    const { pointer: to, description, required } = field;
    const from = settled.get(to);
    const verdict = verdicts.get(to);
    if (from !== undefined) {
      const reason = 'settled before by a person';
      result.mapping.push(settledMapping({ from, to, score: 1, reason }, ranked));
    } else if (verdict?.why === 'match' && verdict.candidate.units.kind === 'unclear') {
      // Never silently: a number in another unit looks right but is wrong.
      const others = ranked.filter((candidate) => candidate !== verdict.candidate);
      const candidates = shown([verdict.candidate, ...others]);
      result.undecided.push({ to, description, why: 'unit', candidates });
    } else if (verdict?.why === 'match') result.mapping.push(mappingOf(verdict.candidate));
    else if (verdict !== undefined && (required || verdict.why === 'tie')) {
      const candidates = shown(verdict.candidates);
      result.undecided.push({ to, description, why: verdict.why, candidates });
    }
  }
  return result;
}

const shown = (candidates: readonly Candidate[]): FieldMapping[] =>
  candidates
    .filter(({ score }) => score >= leastScore)
    .slice(0, maxCandidates)
    .map(mappingOf);

const mappingOf = ({ from, to, score, reason, units }: Candidate): FieldMapping => ({
  from,
  to,
  score,
  reason: reason(),
  ...(units.kind === 'convert' ? { conversion: units.conversion } : {}),
});

/** A person has chosen the field; its units still apply. */
function settledMapping(mapping: FieldMapping, ranked: readonly Candidate[]): FieldMapping {
  const units = ranked.find(({ from }) => from === mapping.from)?.units;
  if (units === undefined || units.kind === 'same') return mapping;
  const reason = `${mapping.reason}; ${unitRemark(units)}`;
  return units.kind === 'convert'
    ? { ...mapping, reason, conversion: units.conversion }
    : { ...mapping, reason };
}
