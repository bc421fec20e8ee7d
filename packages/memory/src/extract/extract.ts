import type { Knowledge } from '../model/knowledge.ts';
import type { Memory } from '../model/memory.ts';
import { type DesensitisePolicy, desensitise } from './desensitise.ts';
import { type Draft, draftOf, type ReportEntry } from './draft.ts';
import { type FilterPolicy, filter } from './filter.ts';
import { type GeneralisePolicy, generalise } from './generalise.ts';
import type { MaskedOriginal } from './placeholders.ts';
import { type StandardisePolicy, standardise } from './standardise.ts';

/** The policy of each of the four steps. */
export interface ExtractionPolicy {
  filter: FilterPolicy;
  desensitise?: DesensitisePolicy;
  generalise?: GeneralisePolicy;
  standardise: StandardisePolicy;
}

export interface Extraction {
  /** Proposals: none of them may leave before `release`. */
  knowledge: Knowledge[];
  report: ReportEntry[];
  /** What the second and the third step made of them. */
  desensitised: readonly Draft[];
  generalised: readonly Draft[];
  /** What was masked; it must not leave the server. */
  originals: MaskedOriginal[];
}

/** The four steps of MEK, one after another. The memories are not changed. */
export function extract(memories: readonly Memory[], policy: ExtractionPolicy): Extraction {
  const filtered = filter(memories.map(draftOf), policy.filter);
  const masked = desensitise(filtered.items, policy.desensitise);
  const general = generalise(masked.items, policy.generalise);
  const standard = standardise(general.items, {
    ...policy.standardise,
    detection: policy.desensitise ?? {},
  });
  return {
    knowledge: standard.items,
    report: [...filtered.report, ...masked.report, ...general.report, ...standard.report],
    desensitised: masked.items,
    generalised: general.items,
    originals: masked.originals,
  };
}
