import { canonicalJson } from '@countersign/json/canonical-json';
import { faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Knowledge, Provenance } from '../model/knowledge.ts';
import { type Read, refused, treeFaults, under } from '../model/reading.ts';
import { readSteps, writeSteps } from '../model/steps.ts';
import { writeTime } from '../model/wire-time.ts';
import { say } from '../statements.ts';
import { idFault, isId, objectIn, textIn, timeIn } from './read-parts.ts';
import { readType, writeType } from './words.ts';

const maxTitle = 500;

/** Reads a KnowledgeItem (MEK), in the specification's form or the reference's. Unknown members of the content are kept. */
export function readKnowledgeItem(sent: unknown, { now }: { now: number }): Read<Knowledge> {
  if (!isObject(sent)) return refused(faultAt('', say('memory.shape', { detail: 'object' })));
  const type = readType(sent['source_memory_type']);
  if (type === null) {
    const names = ['workflow', 'profile', 'semantic', 'episode'];
    return refused(faultAt('/source_memory_type', say('memory.type', { names })));
  }
  const sentContent = sent['content'];
  if (!isObject(sentContent)) {
    return refused(faultAt('/content', say('memory.shape', { detail: 'object' })));
  }
  const tree = treeFaults(sentContent);
  if (tree.length > 0) return { ok: false, faults: under('content', tree) };
  if (Object.keys(sentContent).length === 0) {
    return refused(faultAt('/content', say('memory.missing')));
  }
  const at = timeIn(sent, 'created_at');
  if (typeof at === 'object' && at !== null) return refused(at);
  const content: JsonObject =
    type === 'workflow'
      ? { ...sentContent, steps: readSteps(sentContent['steps']) }
      : { ...sentContent };
  const given = sent['knowledge_id'];
  if (given !== undefined && given !== null && given !== '' && !isId(given)) {
    return refused(idFault('knowledge_id'));
  }
  const title = textIn(sent, 'title', maxTitle);
  const agent = sent['source_agent'];
  return {
    ok: true,
    value: {
      id: isId(given) ? given : knowledgeIdOf(type, title, content),
      title,
      content,
      type,
      agent: isId(agent) && agent !== 'unknown' ? agent : null,
      createdAt: at ?? now,
      provenance: readProvenance(objectIn(sent, 'metadata')),
    },
  };
}

/** An id for an item without one: of all of its content, so that two items share it only if they say the same. */
const knowledgeIdOf = (type: string, title: string, content: JsonObject): string => {
  const bytes = utf8ToBytes(canonicalJson([type, title, content]));
  return `knowledge-${bytesToHex(sha256(bytes)).slice(0, 32)}`;
};

function readProvenance(metadata: JsonObject): Provenance {
  const memoryId = metadata['original_memory_id'];
  const approvedBy = textIn(metadata, 'approved_by', 200);
  const approvedAs = metadata['approved_as'];
  const approvedAt = timeIn(metadata, 'approved_at');
  const slots = Array.isArray(metadata['slots']) ? metadata['slots'] : [];
  const sharedBy = Array.isArray(metadata['shared_by']) ? metadata['shared_by'] : [];
  return {
    memoryId: isId(memoryId) ? memoryId : null,
    method: textIn(metadata, 'extraction_method', 200),
    approvedBy: approvedBy === '' ? null : approvedBy,
    approvedAs: approvedAs === 'person' || approvedAs === 'rule' ? approvedAs : null,
    approvedAt: typeof approvedAt === 'number' ? approvedAt : null,
    redactions: Object.fromEntries(
      Object.entries(objectIn(metadata, 'redactions')).flatMap(([rule, count]) =>
        typeof count === 'number' && Number.isInteger(count) && count > 0 ? [[rule, count]] : [],
      ),
    ),
    slots: slots.filter(isObject).flatMap((slot) => {
      const [name, type] = [textIn(slot, 'name', 100), textIn(slot, 'type', 100)];
      return name === '' ? [] : [{ name, type }];
    }),
    sharedBy: sharedBy.filter(isId).slice(0, 100),
  };
}

/** Writes a KnowledgeItem (MEK). Read again, it is the same, except that steps written as text have lost their details. */
export function writeKnowledgeItem(
  knowledge: Knowledge,
  { steps }: { steps: 'text' | 'list' },
): JsonObject {
  const { provenance, content } = knowledge;
  const written =
    knowledge.type === 'workflow' && steps === 'text'
      ? { ...content, steps: writeSteps(readSteps(content['steps'])) }
      : content;
  return {
    knowledge_id: knowledge.id,
    title: knowledge.title,
    content: written,
    source_memory_type: writeType(knowledge.type),
    source_agent: knowledge.agent,
    created_at: writeTime(knowledge.createdAt),
    metadata: {
      original_memory_id: provenance.memoryId,
      extraction_method: provenance.method,
      approved_by: provenance.approvedBy,
      ...(provenance.approvedAs === null ? {} : { approved_as: provenance.approvedAs }),
      approved_at: provenance.approvedAt === null ? null : writeTime(provenance.approvedAt),
      redactions: provenance.redactions,
      slots: provenance.slots,
      shared_by: provenance.sharedBy,
    },
  };
}
