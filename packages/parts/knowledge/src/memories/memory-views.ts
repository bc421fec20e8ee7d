import type {
  correctionSchema,
  memoryDetailSchema,
  memoryHitSchema,
  memoryRowSchema,
} from '@countersign/api/knowledge-memory';
import { isObject } from '@countersign/json/json-object';
import { adviseLayer } from '@countersign/memory/model/layer-moves';
import type { Memory } from '@countersign/memory/model/memory';
import { nameOf, timeOf } from '@countersign/memory/model/memory-texts';
import type { MemoryHit } from '@countersign/memory/retrieve/retrieval';
import type { z } from 'zod';
import type { HeldMemories } from './held.ts';
import type { Entry } from './stored.ts';

export type MemoryRowView = z.input<typeof memoryRowSchema>;
type MemoryDetailView = z.input<typeof memoryDetailSchema>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** In which task a memory was learnt, as this server has noted it; null = in none. */
export const sourceInfo = ({ origin: { kind }, content }: Memory) => {
  const info = content['source_info'];
  // What came from elsewhere may say anything of itself.
  return (kind === 'work' || kind === 'correction') && isObject(info) ? info : null;
};

export const isCorrection = ({ origin }: Memory): boolean => origin.kind === 'correction';

/** The task that it was learnt in; null = none. */
export const taskOf = (memory: Memory): string | null =>
  textOrNull(sourceInfo(memory)?.['task_id']);

export function correctionOf(memory: Memory): z.input<typeof correctionSchema> | null {
  const info = sourceInfo(memory);
  if (info === null || !isCorrection(memory) || memory.type !== 'semantic') return null;
  const { properties } = memory.content;
  const changes = Array.isArray(properties['changes']) ? properties['changes'] : [];
  return {
    taskId: taskOf(memory),
    promptId: textOf(info['prompt_id']),
    decisionId: textOf(info['decision_id']),
    choice: textOf(properties['choice']),
    by: textOf(info['by']),
    changes: changes.filter(isObject).map((change) => ({
      path: textOf(change['path']),
      ...('proposed' in change ? { proposed: change['proposed'] } : {}),
      ...('decided' in change ? { decided: change['decided'] } : {}),
    })),
    words: memory.content.definition,
  };
}

export function memoryRow(memory: Memory, { index }: Pick<HeldMemories, 'index'>): MemoryRowView {
  const { id, type, layer, agent, importance, status, version } = memory;
  const { createdAt, updatedAt, validUntil } = memory;
  return {
    ...{ id, type, layer, agent, importance, status, version, createdAt, updatedAt, validUntil },
    name: nameOf(memory).slice(0, 500) || id,
    tags: [...memory.tags],
    origin: memory.origin.kind,
    caller: memory.origin.caller,
    reviewedBy: memory.confirmed,
    correction: correctionOf(memory),
    at: timeOf(memory),
    linkCount: index.neighbours(id).length,
  };
}

/** How a memory was used, for its detail. */
export interface UsesOfMemory {
  count: number;
  lastAt: number | null;
  agents: readonly string[];
  helpful: number;
  wrong: number;
}

export function memoryDetail(
  memory: Memory,
  held: HeldMemories,
  more: {
    revisions: readonly Entry<'revision'>[];
    questions: readonly string[];
    uses: UsesOfMemory;
    now: number;
  },
): MemoryDetailView {
  const { uses, now } = more;
  const advice = adviseLayer(
    memory,
    { ...uses, lastUsedAt: uses.lastAt },
    { now, policy: { agents: 3, unusedDays: 180 } },
  );
  return {
    ...memoryRow(memory, held),
    content: memory.content,
    links: held.index.neighbours(memory.id).map(({ id: to, kind }) => {
      const other = held.all.get(to);
      return {
        ...{ to, kind },
        name: other === undefined ? null : nameOf(other),
        type: other?.type ?? null,
        status: other?.status ?? null,
      };
    }),
    sources: memory.sources.map(({ knowledgeId, agent, approvedBy }) => ({
      ...{ knowledgeId, agent, approvedBy },
    })),
    versions: more.revisions.map(({ body: { former, at, by, why } }) => ({
      ...{ version: former.version, at, by, why, content: former.content },
      ...{ layer: former.layer, importance: former.importance, status: former.status },
      tags: [...former.tags],
    })),
    advice:
      advice === null
        ? null
        : {
            to: advice.to,
            reason: advice.reason.text,
            reasonStatement: advice.reason.statement,
          },
    questions: [...more.questions],
    givenCount: uses.count,
    lastGivenAt: uses.lastAt,
  };
}

export function memoryHit(hit: MemoryHit, held: HeldMemories): z.input<typeof memoryHitSchema>[] {
  const memory = held.all.get(hit.id);
  if (memory === undefined) return [];
  const { method, score, relevance, reason, fields, path } = hit;
  return [
    {
      memory: memoryRow(memory, held),
      ...{ method, score, relevance, path },
      reason: reason.text,
      reasonStatement: reason.statement,
      fields: fields.map((field) => ({ ...field })),
    },
  ];
}
