import type {
  correctionSchema,
  memoryDetailSchema,
  memoryHitSchema,
  memoryRowSchema,
} from '@countersign/api/knowledge-memory';
import { isObject, memberOf } from '@countersign/json/json-object';
import { adviseLayer } from '@countersign/memory/model/layer-moves';
import type { Memory } from '@countersign/memory/model/memory';
import { nameOf, timeOf } from '@countersign/memory/model/memory-texts';
import type { MemoryHit } from '@countersign/memory/retrieve/retrieval';
import { correctionTag } from '@countersign/memory/work/corrections-of-task';
import type { z } from 'zod';
import type { HeldMemories } from './held.ts';
import type { Entry } from './stored.ts';

export type MemoryRowView = z.input<typeof memoryRowSchema>;
type MemoryDetailView = z.input<typeof memoryDetailSchema>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** How a memory came here, as this server has noted it; null = from elsewhere, or by a person. */
const sourceInfo = (memory: Memory) => {
  const info = memory.content['source_info'];
  // What came from elsewhere may say anything of itself.
  return memory.sources.length === 0 && isObject(info) ? info : null;
};

/** Knowledge of a seed pack has an id that begins with this. */
export const packPrefix = 'pack:';

export function originOf(memory: Memory): MemoryRowView['origin'] {
  const [source] = memory.sources;
  const type = sourceInfo(memory)?.['source_type'];
  if (type === 'correction') return 'correction';
  if (type === 'trajectory') return 'work';
  if (source === undefined) return 'person';
  return source.knowledgeId.startsWith(packPrefix) ? 'pack' : 'absorbed';
}

export const isCorrection = (memory: Memory): boolean =>
  originOf(memory) === 'correction' && memory.tags.includes(correctionTag);

/** The task that it was learnt in; null = none. */
export const taskOf = (memory: Memory): string | null =>
  textOrNull(sourceInfo(memory)?.['task_id']);

/** Who reviewed a correction, or moved a memory to more agents. */
export function reviewOf(memory: Memory): MemoryDetailView['reviewedBy'] {
  const info = sourceInfo(memory);
  const review = info?.['reviewed_by'] ?? info?.['approved_by'];
  if (!isObject(review)) return null;
  const at = memberOf(review, 'at');
  return {
    id: textOf(memberOf(review, 'id')),
    name: textOf(memberOf(review, 'name')),
    at: typeof at === 'number' ? at : 0,
  };
}

/** Who approved giving it to agents, or sharing it by another server. */
export const approvedByOf = (memory: Memory): string | null =>
  reviewOf(memory)?.name ??
  memory.sources.find(({ approvedBy }) => approvedBy !== null)?.approvedBy ??
  null;

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
    origin: originOf(memory),
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
    reviewedBy: reviewOf(memory),
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
