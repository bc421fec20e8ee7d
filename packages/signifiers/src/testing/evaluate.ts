import type { Signifier } from '../model/signifier.ts';
import { type Catalogue, createCatalogue } from '../select/catalogue.ts';
import type { OperatorNote } from '../select/ranking.ts';
import type { WordVectors } from '../select/word-vectors.ts';
import { paperSignifiers } from './artifacts.ts';
import { type EvaluationTask, otherSignifiers } from './evaluation-tasks.ts';

type Ranked = Pick<Signifier, 'id' | 'label' | 'context' | 'abilities'>;

/** Precision and recall of one task, or their means over several, and how many signifiers were recommended. */
export interface Score {
  precision: number;
  recall: number;
  recommended: number;
}

/** The five signifiers of the paper, as its evaluation names them. */
export const five = (): Ranked[] => paperSignifiers();

/** These and 25 others. */
export const thirty = (): Ranked[] => [...five(), ...described(otherSignifiers)];

/** A catalogue of any size: the thirty again and again, each with words of its own among theirs. */
export function many(count: number, words: readonly string[]): Ranked[] {
  const base = thirty();
  let seed = 1;
  const word = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return words[seed % words.length] ?? '';
  };
  return Array.from({ length: count }, (_, at) => {
    const one = base[at % base.length];
    return {
      id: `copy-${at}`,
      label: `${one?.label ?? ''}_${word()}`,
      context: `${one?.context ?? ''} ${Array.from({ length: 10 }, word).join(' ')}`,
      abilities: [],
    };
  });
}

const described = (all: readonly (readonly [string, string])[]): Ranked[] =>
  all.map(([label, context]) => ({ id: label, label, context, abilities: [] }));

/** The labels that are recommended for a context. */
export function recommendedLabels(
  signifiers: readonly Ranked[],
  catalogue: Catalogue,
  { context, notes }: { context: string; notes?: ReadonlyMap<string, OperatorNote> },
): string[] {
  const labels = new Map(signifiers.map(({ id, label }) => [id, label]));
  const { entries } = catalogue.rank({
    ...{ context, abilities: [] },
    ...(notes === undefined ? {} : { notes }),
  });
  return entries
    .filter(({ decision }) => decision === 'recommended')
    .map(({ id }) => labels.get(id) ?? id);
}

/** The score of each task. Nothing recommended is a precision of 0, as something is relevant to each task. */
export function scoresOf(
  signifiers: readonly Ranked[],
  tasks: readonly EvaluationTask[],
  {
    vectors,
    examples = {},
  }: { vectors: WordVectors; examples?: Readonly<Record<string, readonly string[]>> },
): Score[] {
  const catalogue = createCatalogue(signifiers, vectors);
  const notes = new Map(
    signifiers.map(({ id, label }) => [id, { examples: examples[label] ?? [] }] as const),
  );
  return tasks.map(({ context, relevant }) => {
    const shown = recommendedLabels(signifiers, catalogue, { context, notes });
    const hits = shown.filter((label) => relevant.includes(label)).length;
    return {
      precision: shown.length === 0 ? 0 : hits / shown.length,
      recall: hits / relevant.length,
      recommended: shown.length,
    };
  });
}

export function meanOf(scores: readonly Score[]): Score {
  const mean = (member: keyof Score) =>
    scores.reduce((sum, score) => sum + score[member], 0) / (scores.length || 1);
  return { precision: mean('precision'), recall: mean('recall'), recommended: mean('recommended') };
}
