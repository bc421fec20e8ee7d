import { createHash } from 'node:crypto';
import type { ExtractionPolicy, extractionSchema } from '@countersign/api/knowledge-sharing';
import { canonicalJson } from '@countersign/json/canonical-json';
import { extract } from '@countersign/memory/extract/extract';
import { doubtsIn } from '@countersign/memory/extract/standardise';
import type { Knowledge as KnowledgePiece } from '@countersign/memory/model/knowledge';
import type { Memory } from '@countersign/memory/model/memory';
import { say } from '@countersign/memory/statements';
import { writeKnowledgeItem } from '@countersign/memory/wire/knowledge-item';
import type { z } from 'zod';
import type { HeldMemories } from './memories/held.ts';
import { memoryRow } from './memories/memory-views.ts';
import type { StoredExtraction } from './memories/stored.ts';

type ExtractionView = z.output<typeof extractionSchema>;

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');

/** The four steps, with the content after each. The originals of what was masked are in the memory only. */
export function extractMemory(
  memory: Memory,
  policy: ExtractionPolicy,
  { names, now, by }: { names: readonly string[]; now: number; by: string },
): StoredExtraction {
  if (sizeOf(memory) > maxOfOne) return tooLongToExtract(memory, policy, { now, by });
  const detection = { without: policy.without, allowed: policy.allowed };
  const extracted = extract([memory], {
    filter: {
      now,
      ...(policy.importance === undefined ? {} : { importance: policy.importance }),
      ...(policy.types === undefined ? {} : { types: policy.types }),
    },
    desensitise: { ...detection, names: [...names, ...policy.names] },
    generalise: { terms: policy.terms },
    standardise: { now },
  });
  const [item] = extracted.knowledge;
  const [masked] = extracted.desensitised;
  const [general] = extracted.generalised;
  const knowledge = item === undefined ? null : firstSourceOf(item, memory);
  const body = knowledge === null ? null : { title: knowledge.title, content: knowledge.content };
  return {
    ...{ memoryId: memory.id, memoryVersion: memory.version, createdAt: now, createdBy: by },
    digest: digestOf([memory.id, memory.version, body]),
    desensitised: masked?.content ?? null,
    generalised: general?.content ?? null,
    knowledge,
    report: extracted.report,
    slots: [...(general?.slots ?? [])],
    redactions: { ...(masked?.redactions ?? {}) },
    doubts: knowledge === null ? [] : doubtsIn(knowledge, detection),
    approval: null,
    policy,
  };
}

/** Characters of what is extracted: looking for personal data takes up to 90 µs for each. */
export const maxOfOne = 30_000;

export const sizeOf = ({ content }: Pick<Memory, 'content'>): number =>
  JSON.stringify(content).length;

/** What is too long to be looked at may contain anything: nothing of it is shared, and it is listed with the reason. */
function tooLongToExtract(
  memory: Memory,
  policy: ExtractionPolicy,
  { now, by }: { now: number; by: string },
): StoredExtraction {
  const dropped = {
    ...{ memoryId: memory.id, step: 'filter' as const, path: '', action: 'dropped' as const },
    ...{ rule: 'too-long', after: '', reason: say('memory.dropped-too-long', { limit: maxOfOne }) },
  };
  return {
    ...{ memoryId: memory.id, memoryVersion: memory.version, createdAt: now, createdBy: by },
    ...{ digest: digestOf([memory.id, memory.version, null]), report: [dropped] },
    ...{ desensitised: null, generalised: null, knowledge: null },
    ...{ slots: [], redactions: {}, doubts: [], approval: null, policy },
  };
}

/** What was learnt from others keeps who learnt it first: this server only passes it on. */
function firstSourceOf(knowledge: KnowledgePiece, memory: Memory): KnowledgePiece {
  const [source] = memory.sources;
  if (source === undefined) return knowledge;
  return {
    ...knowledge,
    agent: source.agent ?? knowledge.agent,
    provenance: {
      ...knowledge.provenance,
      sharedBy: [...new Set(memory.sources.flatMap(({ approvedBy }) => approvedBy ?? []))],
    },
  };
}

/** Only for those who may approve it does it contain the memory as it is, without a placeholder. */
export function extractionView(
  stored: StoredExtraction,
  {
    id,
    state,
    held,
    mayApprove,
  }: { id: string; state: string; held: HeldMemories; mayApprove: boolean },
): ExtractionView[] {
  const memory = held.all.get(stored.memoryId);
  if (memory === undefined) return [];
  const isSame = memory.version === stored.memoryVersion;
  const isDropped = stored.report.some(
    ({ step, action }) => step === 'filter' && action === 'dropped',
  );
  const { knowledge, approval, slots, redactions } = stored;
  return [
    {
      id,
      memory: mayApprove ? memoryRow(memory, held) : maskedRow(memory, knowledge, held),
      state: state === 'waiting' && !isSame ? 'stale' : stateOf(state),
      ...{ digest: stored.digest, createdAt: stored.createdAt, createdBy: stored.createdBy },
      steps: {
        filtered: isDropped || !isSame || !mayApprove ? null : memory.content,
        desensitised: stored.desensitised,
        generalised: stored.generalised,
        standardised: knowledge === null ? null : writtenItem(knowledge),
      },
      withheld: !mayApprove,
      report: stored.report.map(({ step, path, action, rule, after, reason }) => ({
        ...{ step, path, action, rule, after },
        ...{ reason: reason.text, reasonStatement: reason.statement },
      })),
      ...{ slots, redactions, doubts: stored.doubts ?? [], approval },
      notByRule:
        stored.notByRule === undefined
          ? null
          : { reason: stored.notByRule.text, reasonStatement: stored.notByRule.statement },
      policy: mayApprove ? (stored.policy ?? null) : null,
    },
  ];
}

/** A memory by the name that leaves: its own, and what it was taught, may contain what is masked. */
const maskedRow = (memory: Memory, knowledge: KnowledgePiece | null, held: HeldMemories) => ({
  ...memoryRow(memory, held),
  ...{ name: knowledge?.title ?? memory.id, correction: null },
});

type State = ExtractionView['state'];
const states: readonly State[] = ['waiting', 'approved', 'rejected', 'dropped'];
const stateOf = (state: string): State => states.find((one) => one === state) ?? 'dropped';

type Item = NonNullable<ExtractionView['steps']['standardised']>;

/** Knowledge in the form in which it is exchanged. */
export function writtenItem(knowledge: KnowledgePiece): Item {
  const { content, metadata, ...rest } = writeKnowledgeItem(knowledge, { steps: 'list' });
  return {
    ...{ ...rest, content: Object(content), metadata: Object(metadata) },
    knowledge_id: knowledge.id,
    title: knowledge.title,
    source_memory_type: String(rest['source_memory_type']),
    source_agent: knowledge.agent,
    created_at: String(rest['created_at']),
  };
}
