import type {
  givenToRunSchema,
  knowledgeFiguresSchema,
  knowledgeSettingsStateSchema,
} from '@countersign/api/knowledge-memory';
import { memoryTypes } from '@countersign/memory/model/content';
import { layers, statuses } from '@countersign/memory/model/memory';
import { nameOf } from '@countersign/memory/model/memory-texts';
import { operatorOf } from '@countersign/server/guard/guard';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { Reading } from '@countersign/server/store/port';
import type { z } from 'zod';
import type { KnowledgeServices } from '../knowledge-services.ts';
import { isCorrection } from '../memories/memory-views.ts';
import { type Entry, readEntry, type StoredSettings } from '../memories/stored.ts';
import { pageOfKind } from '../page-of-places.ts';
import { changedMeanwhile } from '../problems.ts';
import { countKnowledge, countKnowledgeAbout } from '../rows/knowledge-entries.ts';

type Deps = Pick<Kernel, 'journal'> & Pick<KnowledgeServices, 'knowledge'>;
type GivenView = z.input<typeof givenToRunSchema>;
type Effect = GivenView['memories'][number]['effect'];
type SettingsView = z.output<typeof knowledgeSettingsStateSchema>;

const effects: ReadonlySet<string> = new Set(['not-asked', 'prefilled', 'asked-again']);
const effectOf = (state: string | undefined): Effect =>
  state !== undefined && effects.has(state) ? (state as Effect) : null;

/** The off switch, what runs were given, and the figures. */
export function registerKnowledgeSettings(app: ZodApp, { journal, knowledge }: Deps): void {
  const { read } = journal;

  serve(
    app,
    'GET /api/knowledge/settings',
    async (): Promise<SettingsView> => knowledge.settings(),
  );

  serve(app, 'PUT /api/knowledge/settings', async (request): Promise<SettingsView> => {
    const { id: operator, name: changedBy } = operatorOf(request);
    const { version, ...wanted } = request.body;
    return knowledge.change(async () => {
      const before = await knowledge.settings();
      if (before.version !== version) throw changedMeanwhile();
      const next: StoredSettings = {
        ...{ ...wanted, version: version + 1 },
        ...{ changedBy, changedAt: knowledge.now() },
      };
      const state = version === 0 ? null : String(version);
      return {
        plan: {
          expected: [{ kind: 'settings', id: 'all', state }],
          entries: [{ kind: 'settings', id: 'all', state: String(version + 1), body: next }],
          audits: [{ operator, action: 'knowledge:settings', detail: wanted }],
        },
        value: next,
      };
    });
  });

  serve(app, 'GET /api/knowledge/given', async (request) => {
    const { task, agent, memory, cursor, limit } = request.query;
    if (memory !== undefined) {
      const page = await pageOfKind(read, 'use', { cursor, limit, about: memory }, (use) => use);
      const runs = await mapInOrder(page.items, ({ body }) => readEntry(read, 'given', body.runId));
      const found = runs.flatMap((entry) => entry ?? []);
      const fits = ({ body }: Entry<'given'>) =>
        (task === undefined || body.taskId === task) &&
        (agent === undefined || body.agentId === agent);
      const items = await mapInOrder(found.filter(fits), (entry) => givenView(read, entry));
      return { items, nextCursor: page.nextCursor };
    }
    const filter = {
      ...(task === undefined ? {} : { about: task }),
      ...(agent === undefined ? {} : { state: agent }),
    };
    const page = await pageOfKind(read, 'given', { cursor, limit, ...filter }, (entry) => entry);
    return {
      items: await mapInOrder(page.items, (entry) => givenView(read, entry)),
      nextCursor: page.nextCursor,
    };
  });

  serve(app, 'GET /api/knowledge/figures', async () => figuresOf({ journal, knowledge }));
}

async function givenView(reading: Reading, entry: Entry<'given'>): Promise<GivenView> {
  const { id: runId, body } = entry;
  const { taskId, agentId, at, query, memories } = body;
  return {
    ...{ runId, taskId, agentId, at, query },
    memories: await mapInOrder(memories, async ({ why, ...memory }) => ({
      ...memory,
      ...{ why: why.text, whyStatement: why.statement },
      effect: effectOf((await readEntry(reading, 'use', `${memory.id}/${runId}`))?.state),
    })),
  };
}

const counted = <Name extends string>(
  names: readonly Name[],
  values: Iterable<Name>,
): Record<Name, number> => {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  for (const value of values) counts[value] += 1;
  return counts;
};

const origins = ['work', 'correction', 'absorbed', 'pack', 'person'] as const;

async function figuresOf({
  journal,
  knowledge,
}: Deps): Promise<z.input<typeof knowledgeFiguresSchema>> {
  const { read } = journal;
  const { all } = await knowledge.held();
  const memories = [...all.values()];
  const corrections = memories.filter(isCorrection);
  const taught = new Map<string, Map<string, number>>();
  for (const { about, state, count } of await countKnowledgeAbout(read, 'use')) {
    const memory = all.get(about);
    if (memory === undefined || !isCorrection(memory)) continue;
    const row = taught.get(about) ?? new Map<string, number>();
    taught.set(about, row.set(state, count));
  }
  const sum = (state: string) =>
    [...taught.values()].reduce((total, row) => total + (row.get(state) ?? 0), 0);
  const states = async (kind: 'extraction' | 'incoming' | 'question' | 'shared') =>
    countKnowledge(read, kind);
  const inStatus = (status: string) => corrections.filter((one) => one.status === status).length;
  return {
    total: memories.length,
    types: counted(
      memoryTypes,
      memories.map(({ type }) => type),
    ),
    layers: counted(
      layers,
      memories.map(({ layer }) => layer),
    ),
    statuses: counted(
      statuses,
      memories.map(({ status }) => status),
    ),
    origins: counted(
      origins,
      memories.map(({ origin }) => origin.kind),
    ),
    corrections: {
      pending: inStatus('pending'),
      approved: inStatus('active'),
      rejected: inStatus('superseded'),
    },
    effects: {
      notAsked: sum('not-asked'),
      prefilled: sum('prefilled'),
      askedAgain: sum('asked-again'),
    },
    taught: [...taught]
      .map(([id, row]) => ({
        id,
        name: nameOfMemory(all.get(id)),
        agent: all.get(id)?.agent ?? null,
        given: [...row.values()].reduce((total, count) => total + count, 0),
        notAsked: row.get('not-asked') ?? 0,
        prefilled: row.get('prefilled') ?? 0,
        askedAgain: row.get('asked-again') ?? 0,
      }))
      .sort((a, b) => b.notAsked + b.prefilled - a.notAsked - a.prefilled || b.given - a.given)
      .slice(0, 50),
    runs: await countOfRuns(read),
    waiting: {
      corrections: inStatus('pending'),
      extractions: (await states('extraction')).get('waiting') ?? 0,
      incoming: (await states('incoming')).get('held') ?? 0,
      questions: (await states('question')).get('open') ?? 0,
    },
    shared: (await states('shared')).get('shared') ?? 0,
  };
}

const nameOfMemory = (memory: Parameters<typeof nameOf>[0] | undefined): string =>
  memory === undefined ? '' : nameOf(memory);

async function countOfRuns(reading: Reading): Promise<number> {
  const counts = await countKnowledge(reading, 'given');
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
