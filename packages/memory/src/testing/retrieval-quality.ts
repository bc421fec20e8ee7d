import { createMemoryIndex } from '../retrieve/memory-index.ts';
import { labelledMemories } from './labelled-memories.ts';
import { type LabelledQuery, labelledQueries } from './labelled-queries.ts';

/** How well the queries of one group were answered. */
export interface QualityRow {
  mode: string;
  kind: LabelledQuery['kind'];
  language: string;
  queries: number;
  /** The part of the queries whose first hit is expected (for `nothing`: that found nothing). */
  first: number;
  /** The part of the expected memories among the first five. */
  recall: number;
  /** Mean of 1 / the place of the first expected one. */
  reciprocalRank: number;
}

/** Asks all labelled queries; one row for each group of them, and the queries whose first hit is wrong. */
export function measureRetrieval(): { rows: QualityRow[]; wrong: string[] } {
  const index = createMemoryIndex();
  for (const memory of labelledMemories) index.put(memory);
  const groups = new Map<string, { of: LabelledQuery; found: string[] }[]>();
  for (const of of labelledQueries) {
    const found = index.retrieve(of.retrieval).map(({ id }) => id);
    const key = `${of.retrieval.mode} ${of.kind} ${of.language}`;
    groups.set(key, [...(groups.get(key) ?? []), { of, found }]);
  }
  const wrong: string[] = [];
  const rows = [...groups.values()].map((asked): QualityRow => {
    let [first, hits, expected, rank] = [0, 0, 0, 0];
    for (const { of, found } of asked) {
      const place = found.findIndex((id) => of.expected.includes(id));
      const isRight = of.expected.length === 0 ? found.length === 0 : place === 0;
      if (isRight) first += 1;
      else wrong.push(`${of.retrieval.mode}: ${of.retrieval.query}: ${found.join(' ')}`);
      hits += of.expected.filter((id) => found.includes(id)).length;
      expected += of.expected.length;
      rank += of.expected.length === 0 ? (isRight ? 1 : 0) : place < 0 ? 0 : 1 / (place + 1);
    }
    const [{ of } = { of: labelledQueries[0] }] = asked;
    return {
      mode: of?.retrieval.mode ?? '',
      kind: of?.kind ?? 'words',
      language: of?.language ?? '',
      queries: asked.length,
      first: first / asked.length,
      recall: expected === 0 ? first / asked.length : hits / expected,
      reciprocalRank: rank / asked.length,
    };
  });
  return { rows, wrong };
}
