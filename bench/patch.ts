import { applyPatch as applyOurs, createPatcher } from '@countersign/json/patch';
import jsonPatch from 'fast-json-patch';
import { median, printTable, processorClock, rate, ratio } from './table.ts';

const rounds = 5;
const patches = 20_000;

interface Case {
  name: string;
  document: () => unknown;
  operation: (index: number) => { op: 'replace' | 'add'; path: string; value: unknown };
}

const wide = () => ({
  rows: Array.from({ length: 400 }, (_, index) => ({
    id: index,
    status: 'waiting',
    note: 'x'.repeat(170),
  })),
});
const large = () => ({
  tables: Array.from({ length: 40 }, () => wide().rows.slice(0, 130)),
});

const cases: Case[] = [
  {
    name: 'replace a field, 100 KB',
    document: wide,
    operation: (index) => ({ op: 'replace', path: `/rows/${index % 400}/status`, value: index }),
  },
  {
    name: 'append to a list, 100 KB',
    document: () => ({ ...wide(), log: [] }),
    operation: (index) => ({ op: 'add', path: '/log/-', value: index }),
  },
  {
    name: 'replace a field, 1 MB',
    document: large,
    operation: (index) => ({
      op: 'replace',
      path: `/tables/${index % 40}/${index % 130}/status`,
      value: index,
    }),
  },
];

/** In batches of 64: the previous document is unchanged, as React needs it. */
function ours({ document, operation }: Case): number {
  let current = document();
  const clock = processorClock();
  for (let at = 0; at < patches; at += 64) {
    const patcher = createPatcher(current);
    for (let index = at; index < Math.min(at + 64, patches); index += 1) {
      patcher.apply([operation(index)]);
    }
    current = patcher.document;
  }
  return patches / clock();
}

/** One patch at a time, a new document each. */
function oursOneByOne({ document, operation }: Case): number {
  let current = document();
  const clock = processorClock();
  for (let index = 0; index < patches; index += 1) {
    current = applyOurs(current, [operation(index)]).document;
  }
  return patches / clock();
}

/**
 * The peer, with the previous document unchanged: it copies all of it (`mutateDocument` false). Fewer operations, as it is
 * slow.
 */
function theirs({ document, operation }: Case): number {
  let current = document();
  const count = 200;
  const clock = processorClock();
  for (let index = 0; index < count; index += 1) {
    current = jsonPatch.applyPatch(current, [operation(index)], false, false).newDocument;
  }
  return count / clock();
}

export function benchPatch(): void {
  const rows = cases.map((each) => {
    const figures = { batch: [] as number[], single: [] as number[], peer: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const [batch, single, peer] = [ours(each), oursOneByOne(each), theirs(each)];
      // The first round warms up.
      if (round === 0) continue;
      figures.batch.push(batch);
      figures.single.push(single);
      figures.peer.push(peer);
    }
    return [
      each.name,
      `${rate(median(figures.batch))} patches/s`,
      rate(median(figures.single)),
      rate(median(figures.peer)),
      ratio(figures.batch, figures.peer),
    ];
  });
  printTable(
    [
      'JSON Patch, the old document kept',
      'In batches of 64',
      'One by one',
      'fast-json-patch',
      'Ratio',
    ],
    rows,
  );
}
