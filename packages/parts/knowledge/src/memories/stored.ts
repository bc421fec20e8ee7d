import type { KnowledgeSettings } from '@countersign/api/knowledge-memory';
import type { ExtractionPolicy } from '@countersign/api/knowledge-sharing';
import type { JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { AbsorbOutcome } from '@countersign/memory/absorb/absorb';
import type { Question } from '@countersign/memory/absorb/question';
import type { ReportEntry } from '@countersign/memory/extract/draft';
import type { Doubt } from '@countersign/memory/extract/standardise';
import type { Approval } from '@countersign/memory/model/approval';
import type { MemoryType } from '@countersign/memory/model/content';
import type { Knowledge, Slot } from '@countersign/memory/model/knowledge';
import type { Importance, Memory } from '@countersign/memory/model/memory';
import type { Revision } from '@countersign/memory/model/revise';
import type { Reading } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import {
  type KnowledgeKind,
  type PlacedRow,
  pageOfKnowledge,
  readKnowledge,
} from '../rows/knowledge-entries.ts';

/** Who approved sharing something, as it is shown. */
export interface StoredApproval {
  kind: Approval['kind'];
  by: { id: string; name: string };
  at: number;
  /** The name of the rule; null = a person. */
  rule: string | null;
  why: string;
}

export interface StoredExtraction {
  memoryId: string;
  memoryVersion: number;
  createdAt: number;
  createdBy: string;
  digest: string;
  desensitised: JsonObject | null;
  generalised: JsonObject | null;
  /** null = a step has dropped it. */
  knowledge: Knowledge | null;
  report: ReportEntry[];
  slots: Slot[];
  redactions: Record<string, number>;
  /** Absent = it was stored before doubts were noted. */
  doubts?: Doubt[];
  /** Why a rule that names it has not shared it. */
  notByRule?: WrittenStatement;
  approval: StoredApproval | null;
  /** What it was made with, while it waits; null = it was decided, absent = it was stored before this was kept. */
  policy?: ExtractionPolicy | null;
}

export interface StoredShare {
  memoryId: string;
  approval: StoredApproval;
  knowledge: Knowledge;
  /** As it is fetched, with its signature. */
  item: JsonObject;
}

export interface StoredRule {
  id: string;
  name: string;
  agents: string[];
  types: MemoryType[];
  tags: string[];
  importance: Importance;
  expiresAt: number;
  createdBy: { id: string; name: string };
  createdAt: number;
  released: number;
}

export interface StoredSignature {
  state: 'none' | 'valid' | 'unknown' | 'invalid';
  server: string | null;
  key: string | null;
}

export interface StoredIncoming {
  item: JsonObject;
  knowledge: Knowledge;
  from: { kind: 'upload' | 'server'; id: string; name: string };
  receivedAt: number;
  signature: StoredSignature;
  digest: string;
  strategy: AbsorbOutcome['strategy'] | null;
  memoryId: string | null;
  decidedBy: string | null;
  decidedAt: number | null;
}

export interface StoredQuestion {
  question: Question;
  severity: 'major' | 'critical';
  decision: { id: string; choice: string; by: string; at: number } | null;
}

export interface StoredPack {
  packId: string;
  version: string;
  domainTags: string[];
  takenBy: string;
  takenAt: number;
  results: { index: number; strategy: AbsorbOutcome['strategy']; memoryId: string | null }[];
}

/** A memory that a run was given. */
export interface StoredGiven {
  id: string;
  version: number;
  name: string;
  type: MemoryType;
  isCorrection: boolean;
  score: number;
  why: WrittenStatement;
  approvedBy: string | null;
}
export interface StoredGivenRun {
  taskId: string;
  agentId: string;
  at: number;
  query: string;
  memories: StoredGiven[];
}

export interface StoredSettings extends KnowledgeSettings {
  changedBy: string | null;
  changedAt: number | null;
}

/** The pair of this server: `secret` is sealed. */
export interface StoredOwnKey {
  kind: 'own';
  server: string;
  key: string;
  secret: string;
}
/** Of another server. */
export interface StoredAcceptedKey {
  kind: 'accepted';
  key: string;
  name: string;
  acceptedBy: string;
  acceptedAt: number;
}

/** The bodies of the entries, by kind. */
export interface KnowledgeBodies {
  memory: Memory;
  revision: Revision;
  extraction: StoredExtraction;
  shared: StoredShare;
  rule: StoredRule;
  source: { approvedBy: string; at: number };
  incoming: StoredIncoming;
  question: StoredQuestion;
  pack: StoredPack;
  given: StoredGivenRun;
  use: { runId: string; taskId: string };
  work: { at: number };
  fetch: { after: string };
  settings: StoredSettings;
  key: StoredOwnKey | StoredAcceptedKey;
}

export interface Entry<Kind extends KnowledgeKind> {
  id: string;
  state: string;
  about: string;
  place: number;
  body: KnowledgeBodies[Kind];
}

export const entryOf = <Kind extends KnowledgeKind>({ body, ...row }: PlacedRow): Entry<Kind> => ({
  ...row,
  body: storedJson<KnowledgeBodies[Kind]>(body),
});

/** null = there is none. */
export async function readEntry<Kind extends KnowledgeKind>(
  reading: Reading,
  kind: Kind,
  id: string,
): Promise<Entry<Kind> | null> {
  const row = await readKnowledge(reading, kind, id);
  return row === null ? null : entryOf<Kind>(row);
}

/** The last changed first. `before`: a place, 0 = from the last. */
export const pageOfEntries = async <Kind extends KnowledgeKind>(
  reading: Reading,
  kind: Kind,
  page: { state?: string; about?: string; before: number; limit: number },
): Promise<Entry<Kind>[]> =>
  (await pageOfKnowledge(reading, kind, page)).map((row) => entryOf<Kind>(row));
