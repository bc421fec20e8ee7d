import { readFileSync } from 'node:fs';
import { shippedVectors } from '@countersign/signifiers/node/shipped-vectors';
import { createCatalogue } from '@countersign/signifiers/select/catalogue';
import {
  five,
  many,
  meanOf,
  type Score,
  scoresOf,
  thirty,
} from '@countersign/signifiers/testing/evaluate';
import {
  chineseTasks,
  exampleNotes,
  observedTasks,
  paperResults,
  paperTasks,
  thirtyTasks,
} from '@countersign/signifiers/testing/evaluation-tasks';
import { printTable, processorClock } from './table.ts';

/**
 * How well signifiers are selected for the context of an agent: the table of the paper with ours beside it, then larger catalogues and
 * other contexts, then how long a ranking takes.
 */
export function benchSignifiers(): void {
  const vectors = shippedVectors();
  const ofPaper = scoresOf(five(), paperTasks, { vectors });
  printPaper(ofPaper);
  const sets: [string, Score[]][] = [
    ['5 tasks of the paper, 5 signifiers', ofPaper],
    ['the same among 30 signifiers', scoresOf(thirty(), paperTasks, { vectors })],
    ['the same tasks in Chinese, 5 signifiers', scoresOf(five(), chineseTasks, { vectors })],
    ['the same in Chinese among 30', scoresOf(thirty(), chineseTasks, { vectors })],
    ['17 contexts that agents wrote, 5 signifiers', scoresOf(five(), observedTasks, { vectors })],
    [
      'the same with 3 example phrases',
      scoresOf(five(), observedTasks, { vectors, examples: exampleNotes }),
    ],
    ['30 contexts for 30 signifiers', scoresOf(thirty(), thirtyTasks, { vectors })],
  ];
  process.stdout.write('Mean precision and recall, and how many are recommended:\n');
  printTable(
    ['Contexts', 'Precision', 'Recall', 'Recommended'],
    sets.map(([name, scores]) => {
      const { precision, recall, recommended } = meanOf(scores);
      return [name, precision.toFixed(2), recall.toFixed(2), recommended.toFixed(1)];
    }),
  );
  printTimes(vectors);
}

const both = (precision: number, recall: number) =>
  `${precision.toFixed(2)} / ${Number(recall.toFixed(2))}`;

function printPaper(ours: readonly Score[]): void {
  const models = Object.entries(paperResults);
  const rows = paperTasks.map(({ name }, at) => [
    name,
    ...models.map(([, results]) => both(...(results[at] ?? [0, 0]))),
    both(ours[at]?.precision ?? 0, ours[at]?.recall ?? 0),
  ]);
  const means = models.map(([, results]) => {
    const mean = (member: 0 | 1) =>
      results.reduce((sum, result) => sum + result[member], 0) / results.length;
    return both(mean(0), mean(1));
  });
  const { precision, recall } = meanOf(ours);
  process.stdout.write(
    'Precision / recall, models of the paper (its table 1) and this selector:\n',
  );
  printTable(
    ['Task', ...models.map(([name]) => name), 'here'],
    [...rows, ['Mean', ...means, both(precision, recall)]],
  );
}

/** Milliseconds of processor time for one ranking, the mean over thirty contexts whose words were asked before, and over
 * sixty with new ones. */
function printTimes(vectors: ReturnType<typeof shippedVectors>): void {
  const contexts = thirtyTasks.map(({ context }) => context);
  // A vocabulary of two to five thousand words, as large catalogues have.
  const words = readFileSync('packages/signifiers/vectors/glove-words.txt', 'utf8')
    .split('\n')
    .slice(200, 5_200);
  for (let round = 0; round < 4; round += 1) {
    const warm = createCatalogue(many(500, words), vectors);
    for (const context of contexts) warm.rank({ context, abilities: [] });
  }
  const rows = [30, 1_000, 5_000].map((count) => {
    const signifiers = many(count, words);
    const making = processorClock();
    const catalogue = createCatalogue(signifiers, vectors);
    const made = making() * 1_000;
    const ranked = (asked: readonly string[]) => {
      const clock = processorClock();
      for (const context of asked) catalogue.rank({ context, abilities: [] });
      return (clock() * 1_000) / asked.length;
    };
    // Also to let pass what making the catalogue leaves to the garbage collector.
    ranked(contexts);
    const known = ranked(contexts);
    // Five words in each that were in none before.
    const fresh = Array.from(
      { length: 60 },
      (_, at) => `Find the ${words.slice(at * 5, at * 5 + 5).join(' ')}`,
    );
    return [String(count), made.toFixed(0), known.toFixed(2), ranked(fresh).toFixed(2)];
  });
  process.stdout.write('Milliseconds of processor time:\n');
  printTable(
    ['Signifiers', 'making the catalogue', 'ranking, known words', 'five new words'],
    rows,
  );
}
