import { absorb } from '@countersign/memory/absorb/absorb';
import { createKnownMemories } from '@countersign/memory/absorb/known-memories';
import { extract } from '@countersign/memory/extract/extract';
import { createIdSource } from '@countersign/memory/model/id-source';
import type { Memory } from '@countersign/memory/model/memory';
import { createMemoryIndex } from '@countersign/memory/retrieve/memory-index';
import type { Retrieval } from '@countersign/memory/retrieve/retrieval';
import { memoryOf, sampleNow as now, seeded } from '@countersign/memory/testing/samples';
import { createVectorTable } from '@countersign/search/vector-table';
import { median, printTable, processorClock } from './table.ts';

const count = 100_000;
const rounds = 15;
const dimensions = 256;

const english =
  'cell neighbour identity downlink rate power threshold handover antenna tilt alarm site restart configuration carrier load invoice refund payment customer contract interview candidate shortlist manager meeting password account outage region battery storm backup queue timer retry certificate gateway replica journal'.split(
    ' ',
  );
const chinese =
  '基站速率下降邻区标识冲突修复天线下倾角覆盖优化切换门限告警重启配置扩容载波退款发票会议审批合同客户投诉订单流程检测规划下发验证';

/** Memories of all four types, a third of them in Chinese, each linked with two earlier ones. */
function made(size: number): Memory[] {
  const chance = seeded(1);
  const whole = (most: number) => Math.floor(chance() * most);
  const words = (length: number) =>
    Array.from({ length }, () => english[whole(english.length)]).join(' ');
  const run = (length: number) => {
    const start = whole(chinese.length - length);
    return chinese.slice(start, start + length);
  };
  return Array.from({ length: size }, (_, at) => {
    const phrase = (length: number) => (at % 3 === 0 ? run(length + 3) : words(length));
    const links =
      at < 2
        ? []
        : [whole(at), whole(at)].map((to) => ({ to: `m-${to}`, kind: 'related' as const }));
    const more = {
      links,
      createdAt: now - whole(365 * 86_400_000),
      importance: (['low', 'medium', 'high'] as const)[at % 3] ?? 'medium',
    };
    const name = `${phrase(3)} ${at}`;
    switch (at % 4) {
      case 0: {
        const steps = [1, 2, 3, 4].map(() => ({ name: phrase(1), description: phrase(6) }));
        return memoryOf(
          `m-${at}`,
          'workflow',
          { workflow_name: name, steps, domain: phrase(1), result_status: 'success' },
          more,
        );
      }
      case 1:
        return memoryOf(
          `m-${at}`,
          'semantic',
          { concept_name: name, definition: phrase(12) },
          more,
        );
      case 2:
        return memoryOf(
          `m-${at}`,
          'profile',
          { entity_name: name, attributes: { habit: phrase(5) } },
          more,
        );
      default:
        return memoryOf(
          `m-${at}`,
          'episodic',
          { event_summary: name, learnings: phrase(10) },
          more,
        );
    }
  });
}

function milliseconds(run: () => void): number {
  const clock = processorClock();
  run();
  return clock() * 1_000;
}

/** A hundred thousand memories: filling the index, each retrieval, vectors, absorbing and extracting. */
export function benchMemory(): void {
  const memories = made(count);
  const index = createMemoryIndex();
  const filled = milliseconds(() => {
    for (const memory of memories) index.put(memory);
  });
  const asked: readonly (readonly [string, (round: number) => Omit<Retrieval, 'now'>])[] = [
    [
      'exact: two words',
      (at) => ({ mode: 'exact', query: `${english[at % 40]} ${english[(at + 7) % 40]}` }),
    ],
    ['exact: an id', (at) => ({ mode: 'exact', query: `m-${at * 997}` })],
    ['exact: an attribute', () => ({ mode: 'exact', query: 'importance=high' })],
    [
      'semantic: five words',
      (at) => ({
        mode: 'semantic',
        query: `${english[at % 40]} of the ${english[(at + 3) % 40]} ${english[(at + 9) % 40]} m-${at}`,
      }),
    ],
    ['semantic: Chinese', (at) => ({ mode: 'semantic', query: chinese.slice(at, at + 8) })],
    [
      'temporal: a window',
      (at) => ({ mode: 'temporal', query: '', filter: { since: now - (at + 1) * 86_400_000 } }),
    ],
    ['temporal: around one', (at) => ({ mode: 'temporal', query: '', anchors: [`m-${at * 991}`] })],
    [
      'associative: two links',
      (at) => ({ mode: 'associative', query: '', anchors: [`m-${at * 983}`] }),
    ],
  ];
  const rows = asked.map(([name, make]) => {
    let hits = 0;
    const times = Array.from({ length: rounds }, (_, at) =>
      milliseconds(() => {
        hits += index.retrieve({ ...make(at), now }).length;
      }),
    );
    return [
      name,
      `${median(times).toFixed(1)} ms`,
      `${Math.max(...times).toFixed(1)} ms`,
      (hits / rounds).toFixed(0),
    ];
  });
  printTable(
    [`${count.toLocaleString('en')} memories`, 'Median', 'Longest', 'Hits'],
    [
      [
        'fill the index',
        `${(filled / 1_000).toFixed(1)} s`,
        `${((filled / count) * 1_000).toFixed(0)} µs each`,
        '',
      ],
      ...rows,
    ],
  );

  const chance = seeded(2);
  const vector = () => Float32Array.from({ length: dimensions }, () => chance() - 0.5);
  const table = createVectorTable(dimensions);
  for (let at = 0; at < count; at += 1) table.put(String(at), vector());
  const nearest = Array.from({ length: rounds }, () =>
    milliseconds(() => void table.nearest(vector(), 300)),
  );
  const known = createKnownMemories(memories);
  const createId = createIdSource({ now: () => now, randomBytes: (size) => new Uint8Array(size) });
  const { knowledge } = extract(memories.slice(0, 4_000), {
    filter: { now },
    standardise: { now },
  });
  const extracted = milliseconds(
    () => void extract(memories.slice(4_000, 5_000), { filter: { now }, standardise: { now } }),
  );
  const fresh = knowledge
    .slice(0, 1_000)
    .map((item) => ({ ...item, agent: 'far', id: `far-${item.id}` }));
  const absorbed = milliseconds(() => {
    absorb(fresh, known, { now, createId, receiver: { agent: 'near', layer: 'personal' } });
  });
  printTable(
    [`Beside ${count.toLocaleString('en')} memories`, 'Time'],
    [
      [`the nearest 300 by vectors of ${dimensions} places`, `${median(nearest).toFixed(1)} ms`],
      ['absorb 1,000 items', `${(absorbed / 1_000).toFixed(2)} s`],
      ['extract 1,000 memories', `${(extracted / 1_000).toFixed(2)} s`],
    ],
  );
}
