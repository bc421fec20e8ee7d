import { faultAt } from '@countersign/json/fault';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { z } from 'zod';
import { say } from '../statements.ts';
import { parseShape, type Read, refused, treeFaults } from './reading.ts';
import { readSteps } from './steps.ts';

/** The four of MEK. On the wire, the last one is `episode`. */
export const memoryTypes = ['workflow', 'profile', 'semantic', 'episodic'] as const;
export type MemoryType = (typeof memoryTypes)[number];

/** Absent, null and a value of another type count as nothing: senders leave out what they like. */
const text = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '',
  );
const object = z
  .unknown()
  .optional()
  .transform(
    (value): JsonObject =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value))
        : {},
  );
const list = z
  .unknown()
  .optional()
  .transform((value): readonly unknown[] => (Array.isArray(value) ? value : []));
const steps = z.unknown().optional().transform(readSteps);

/** Unknown members are kept. */
const shapes = {
  workflow: z.looseObject({
    task_description: text,
    workflow_name: text,
    steps,
    result_status: text,
    domain: text,
    source_info: object,
  }),
  profile: z.looseObject({
    entity_name: text,
    entity_type: text,
    attributes: object,
    relations: list,
  }),
  semantic: z.looseObject({
    concept_name: text,
    definition: text,
    properties: object,
    relations: list,
  }),
  episodic: z.looseObject({
    event_summary: text,
    timestamp: text,
    location: text,
    participants: list,
    causal_chain: object,
    learnings: z.unknown().optional(),
  }),
} as const;

/** A procedure: which steps, with which result. */
export type WorkflowContent = z.infer<typeof shapes.workflow>;

/** The content of each type, with the names of the specification; missing texts are `''`. */
export interface Content {
  workflow: WorkflowContent;
  profile: z.infer<typeof shapes.profile>;
  semantic: z.infer<typeof shapes.semantic>;
  episodic: z.infer<typeof shapes.episodic>;
}

/** What must be there, so that a memory says anything: one of these members. */
const informative: Record<MemoryType, readonly string[]> = {
  workflow: ['task_description', 'workflow_name', 'steps'],
  profile: ['entity_name', 'entity_type', 'attributes'],
  semantic: ['concept_name', 'definition', 'properties'],
  episodic: ['event_summary', 'learnings'],
};

/** A type together with its content. */
export type TypedContent = {
  [Type in MemoryType]: { type: Type; content: Content[Type] };
}[MemoryType];

/** Reads the content of a memory, in the specification's form or the reference's (steps as one text). */
export function readContent(type: MemoryType, sent: unknown): Read<TypedContent> {
  const tree = treeFaults(sent);
  if (tree.length > 0) return { ok: false, faults: tree };
  const read = typedContent(type, sent);
  if (!read.ok) return read;
  const { content } = read.value;
  const says = informative[type].some((name) => !isEmpty(memberOf(content, name)));
  return says
    ? read
    : refused(faultAt(pointerOf([informative[type][0] ?? '']), say('memory.missing')));
}

function typedContent(type: MemoryType, sent: unknown): Read<TypedContent> {
  switch (type) {
    case 'workflow': {
      const read = parseShape(shapes.workflow, sent);
      return read.ok ? { ok: true, value: { type, content: read.value } } : read;
    }
    case 'profile': {
      const read = parseShape(shapes.profile, sent);
      return read.ok ? { ok: true, value: { type, content: read.value } } : read;
    }
    case 'semantic': {
      const read = parseShape(shapes.semantic, sent);
      return read.ok ? { ok: true, value: { type, content: read.value } } : read;
    }
    case 'episodic': {
      const read = parseShape(shapes.episodic, sent);
      return read.ok ? { ok: true, value: { type, content: read.value } } : read;
    }
  }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.keys(value).length === 0);
