import { measureDetection } from '../packages/memory/src/testing/detection-quality.ts';
import { labelledQueries } from '../packages/memory/src/testing/labelled-queries.ts';
import { measureRetrieval } from '../packages/memory/src/testing/retrieval-quality.ts';
import { printTable } from './table.ts';

const percent = (part: number): string => `${(part * 100).toFixed(part === 1 ? 0 : 1)} %`;

/** The quality of the four retrievals on the labelled queries. The same on every machine. */
export function benchRetrieval(): void {
  const { rows, wrong } = measureRetrieval();
  printTable(
    [
      `Retrieval, ${labelledQueries.length} queries`,
      'Queries',
      'Asks',
      'First is right',
      'Among five',
      'MRR',
    ],
    rows.map(({ mode, kind, language, queries, first, recall, reciprocalRank }) => [
      mode,
      `${queries} ${language}`,
      kind,
      percent(first),
      percent(recall),
      reciprocalRank.toFixed(2),
    ]),
  );
  process.stdout.write(wrong.length === 0 ? '' : `First is wrong:\n${wrong.join('\n')}\n\n`);
}

/** What the rules that mask find of planted data, by kind. The same on every machine. */
export function benchRedaction(): void {
  const { rows, left, wrong, bareNames, unseen, unseenAgain } = measureDetection();
  printTable(
    ['Planted data', 'Planted', 'Found', 'Masked', 'Rightly', 'And nothing else'],
    rows.map(({ kind, planted, recall, masked, precision, exact }) => [
      kind,
      String(planted),
      percent(recall),
      String(masked),
      percent(precision),
      percent(exact),
    ]),
  );
  process.stdout.write(
    `Names that nothing announces: ${bareNames.found} of ${bareNames.names} found\n` +
      [unseen, unseenAgain]
        .map(
          (set) =>
            `Sentences written after the rules, which were then extended: ${set.found} of ${set.planted} found; left: ${set.left.join('; ')}\n`,
        )
        .join('') +
      `${left.map((one) => `left: ${one}\n`).join('')}${wrong.map((one) => `masked wrongly: ${one}\n`).join('')}\n`,
  );
}
