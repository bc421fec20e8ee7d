import { canonicalJson } from '@countersign/json/canonical-json';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { readContent } from '../model/content.ts';
import { createMemory } from '../model/create-memory.ts';
import type { Knowledge } from '../model/knowledge.ts';
import type { Confirmation, Layer, Memory, Origin } from '../model/memory.ts';
import type { Read } from '../model/reading.ts';

/** What a piece of knowledge says, independent of who shared it and when: equal ones say the same. */
export const fingerprintOf = ({ type, title, content }: Knowledge): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson([type, title, content])))).slice(0, 32);

const textIn = (object: JsonObject, name: string): string => {
  const value = memberOf(object, name);
  return typeof value === 'string' ? value : '';
};

/** The content of a memory from that of knowledge: the members of the specification back to where they came from. */
function contentOf({ type, title, content }: Knowledge): JsonObject {
  switch (type) {
    case 'workflow':
      return {
        ...content,
        workflow_name: textIn(content, 'workflow_name') || title,
        task_description: title,
      };
    case 'profile': {
      const { generalized_attributes: attributes, source_domain: domain, ...rest } = content;
      return {
        ...rest,
        attributes: attributes ?? rest['attributes'],
        domain: domain ?? rest['domain'],
      };
    }
    case 'semantic': {
      const { generalized_properties: general, ...rest } = content;
      const { definition, ...properties } = isObject(general) ? general : {};
      return {
        ...rest,
        concept_name: textIn(content, 'concept_name') || title,
        definition: typeof definition === 'string' ? definition : textIn(content, 'definition'),
        properties: isObject(general) ? properties : rest['properties'],
      };
    }
    case 'episodic': {
      const {
        event_pattern,
        generalized_causal_chain: chain,
        generalized_learnings: learnings,
        ...rest
      } = content;
      return {
        ...rest,
        event_summary:
          typeof event_pattern === 'string'
            ? event_pattern
            : textIn(content, 'event_summary') || title,
        causal_chain: chain ?? rest['causal_chain'],
        learnings: learnings ?? rest['learnings'],
      };
    }
  }
}

/** Whose memory knowledge becomes, which layer it starts in, how it came, and who took it. */
export interface Receiver {
  agent: string | null;
  layer: Layer;
  origin?: Extract<Origin['kind'], 'absorbed' | 'pack'>;
  /** Absent = nobody has confirmed it yet. */
  confirmed?: Confirmation;
}

/** Knowledge as a memory of the receiver, of its own type, with its source; faults if it says nothing that can be kept. */
export function memoryOfKnowledge(
  knowledge: Knowledge,
  {
    id,
    now,
    receiver: { origin = 'absorbed', ...receiver },
  }: { id: string; now: number; receiver: Receiver },
): Read<Memory> {
  const sourceInfo = {
    source_type: 'absorbed_knowledge',
    source_agent: knowledge.agent,
    original_knowledge_id: knowledge.id,
  };
  const content = {
    ...contentOf(knowledge),
    ...(knowledge.type === 'workflow' ? { source_info: sourceInfo } : {}),
  };
  const read = readContent(
    knowledge.type,
    Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)),
  );
  if (!read.ok) return read;
  return {
    ok: true,
    value: createMemory({
      ...read.value,
      id,
      ...receiver,
      origin: { kind: origin, caller: null },
      createdAt: now,
      sources: [
        {
          knowledgeId: knowledge.id,
          agent: knowledge.agent,
          fingerprint: fingerprintOf(knowledge),
          approvedBy: knowledge.provenance.approvedBy,
        },
      ],
    }),
  };
}
