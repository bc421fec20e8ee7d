import { faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { z } from 'zod';
import { readContent } from '../model/content.ts';
import { createMemory } from '../model/create-memory.ts';
import { layers, linkKinds, type Memory, originKinds, statuses } from '../model/memory.ts';
import { type Read, refused, under } from '../model/reading.ts';
import { writeSteps } from '../model/steps.ts';
import { writeTime } from '../model/wire-time.ts';
import { say } from '../statements.ts';
import { idFault, idsIn, isId, timeIn } from './read-parts.ts';
import { readImportance, readType, writeType } from './words.ts';

/** What the wire's form has no member for. It is kept inside of the content: the reference rebuilds items from the members it knows. */
const console_ = '_console';

const kept = z.object({
  agent: z.string().nullable().catch(null),
  layer: z.enum(layers).catch('personal'),
  status: z.enum(statuses).catch('active'),
  origin: z
    .object({ kind: z.enum(originKinds), caller: z.string().nullable() })
    .catch({ kind: 'absorbed', caller: null }),
  confirmed: z.object({ id: z.string(), name: z.string(), at: z.number() }).nullable().catch(null),
  version: z.int().min(1).catch(1),
  tags: z.array(z.string()).catch([]),
  links: z.array(z.object({ to: z.string(), kind: z.enum(linkKinds) })).catch([]),
  sources: z
    .array(
      z.object({
        knowledgeId: z.string(),
        agent: z.string().nullable(),
        fingerprint: z.string(),
        approvedBy: z.string().nullable(),
      }),
    )
    .catch([]),
  updatedAt: z.number().nullable().catch(null),
  validUntil: z.number().nullable().catch(null),
  /** The list of which `steps` is the text. */
  steps: z.array(z.unknown()).nullable().catch(null),
});

/**
 * Reads a MemoryItem (MEK). What is only ours (layer, state, provenance) is believed only if the item is `own`: from anyone else it
 * would be a way around review.
 */
export function readMemoryItem(
  sent: unknown,
  { own, now }: { own: boolean; now: number },
): Read<Memory> {
  if (!isObject(sent)) return refused(faultAt('', say('memory.shape', { detail: 'object' })));
  const type = readType(sent['memory_type']);
  if (type === null) {
    const names = ['workflow', 'profile', 'semantic', 'episode'];
    return refused(faultAt('/memory_type', say('memory.type', { names })));
  }
  const id = sent['memory_id'];
  if (!isId(id)) return refused(idFault('memory_id'));
  const at = timeIn(sent, 'created_at');
  if (typeof at === 'object' && at !== null) return refused(at);
  const { [console_]: extra, ...members } = isObject(sent['content']) ? sent['content'] : {};
  const ours = own && isObject(extra) ? kept.parse(extra) : null;
  const steps = ours?.steps;
  const read = readContent(
    type,
    steps === null || steps === undefined ? members : { ...members, steps },
  );
  if (!read.ok) return { ok: false, faults: under('content', read.faults) };
  const related = idsIn(sent['related_memory_ids']).filter((to) => to !== id);
  const known = new Set(ours?.links.map(({ to }) => to));
  const created = sent['created_at'];
  return {
    ok: true,
    value: createMemory({
      ...read.value,
      id,
      createdAt: at ?? now,
      createdAtText: typeof created === 'string' && at !== null ? created : null,
      importance: readImportance(sent['importance']),
      origin: { kind: 'absorbed', caller: null },
      ...(ours === null
        ? {}
        : {
            agent: ours.agent,
            layer: ours.layer,
            status: ours.status,
            origin: ours.origin,
            confirmed: ours.confirmed,
            version: ours.version,
            tags: ours.tags,
            sources: ours.sources,
            validUntil: ours.validUntil,
            updatedAt: ours.updatedAt ?? at ?? now,
          }),
      links: [
        ...(ours?.links ?? []),
        ...related.filter((to) => !known.has(to)).map((to) => ({ to, kind: 'related' as const })),
      ],
    }),
  };
}

/** How an item is written. */
export interface WriteOptions {
  /** `text`: as the reference writes and expects them. `list`: as the specification says. */
  steps: 'text' | 'list';
  /** Whether what is only ours is written too: for our own files, never for others. */
  own: boolean;
}

/** Writes a MemoryItem (MEK). With `own`, `readMemoryItem` gives back the same memory. */
export function writeMemoryItem(memory: Memory, { steps, own }: WriteOptions): JsonObject {
  const { content } = memory;
  const extra = {
    agent: memory.agent,
    layer: memory.layer,
    status: memory.status,
    origin: memory.origin,
    confirmed: memory.confirmed,
    version: memory.version,
    tags: memory.tags,
    links: memory.links,
    sources: memory.sources,
    updatedAt: memory.updatedAt,
    validUntil: memory.validUntil,
    steps: memory.type === 'workflow' && steps === 'text' ? memory.content.steps : null,
  };
  return {
    memory_id: memory.id,
    memory_type: writeType(memory.type),
    created_at: memory.createdAtText ?? writeTime(memory.createdAt),
    content: {
      ...content,
      ...(memory.type === 'workflow' && steps === 'text'
        ? { steps: writeSteps(memory.content.steps) }
        : {}),
      ...(own ? { [console_]: extra } : {}),
    },
    importance: memory.importance,
    related_memory_ids: [...new Set(memory.links.map(({ to }) => to))],
  };
}
