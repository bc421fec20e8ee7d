import { canonicalJson } from '@countersign/json/canonical-json';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Knowledge } from '../model/knowledge.ts';
import { say } from '../statements.ts';
import { paragraphsOf } from './about-people.ts';
import { aboutAPerson, type DetectionPolicy, detect, examine } from './detect.ts';
import type { Draft, ReportEntry, Stepped } from './draft.ts';

export interface StandardisePolicy {
  /** ms since the epoch. */
  now: number;
  /** The domain of what states none; `general` if absent. */
  domain?: string;
  /** The version of the rules; in the provenance. */
  method?: string;
}

/** Which member of a memory becomes which member of knowledge, by type (MEK); all others are left out. */
const mapped: Record<Draft['type'], readonly (readonly [from: string, to: string])[]> = {
  workflow: [
    ['workflow_name', 'workflow_name'],
    ['steps', 'steps'],
    ['result_status', 'result_status'],
    ['domain', 'domain'],
  ],
  profile: [
    ['entity_type', 'entity_type'],
    ['attributes', 'generalized_attributes'],
    ['domain', 'source_domain'],
  ],
  semantic: [
    ['concept_name', 'concept_name'],
    ['properties', 'generalized_properties'],
    ['domain', 'domain'],
  ],
  episodic: [
    ['event_summary', 'event_pattern'],
    ['causal_chain', 'generalized_causal_chain'],
    ['learnings', 'generalized_learnings'],
    ['domain', 'domain'],
  ],
};

/**
 * The fourth step: the form in which knowledge is exchanged, with its provenance, by type. What has nothing left to say is dropped, and
 * so is what a last look with the rules of the second step still finds something in.
 */
export function standardise(
  drafts: readonly Draft[],
  policy: StandardisePolicy & { detection?: DetectionPolicy },
): Stepped<Knowledge> {
  const report: ReportEntry[] = [];
  const items = drafts.flatMap((draft) => {
    const knowledge = knowledgeOf(draft, policy);
    const entry = { memoryId: draft.memoryId, step: 'standardise' as const };
    const fault = saysNothing(knowledge)
      ? { rule: 'empty', reason: say('memory.dropped-empty') }
      : residueIn(knowledge, policy.detection);
    if (fault === null) {
      for (const [from, to] of destinations(draft)) {
        report.push({
          ...entry,
          path: pointerOf(from),
          action: to === null ? 'dropped' : 'mapped',
          rule: to === null ? 'not-shared' : 'form',
          after: to === null ? '' : pointerOf(to),
          reason:
            to === null
              ? say('memory.not-shared')
              : say('memory.mapped', { name: String(to.at(-1)) }),
        });
      }
      return [knowledge];
    }
    report.push({ ...entry, path: '', action: 'dropped', after: '', ...fault });
    return [];
  });
  return { items, report };
}

function knowledgeOf(draft: Draft, policy: StandardisePolicy): Knowledge {
  const { content } = draft;
  const members = mapped[draft.type].flatMap(([from, to]): [string, unknown][] => {
    const value = formOf(draft.type, from, content);
    return value === undefined ? [] : [[to, value]];
  });
  const title = titleOf(draft);
  const domain = mapped[draft.type].find(([from]) => from === 'domain')?.[1] ?? 'domain';
  const form: JsonObject = {
    ...Object.fromEntries(members),
    [domain]: textIn(content, 'domain') || (policy.domain ?? 'general'),
  };
  if (draft.type === 'workflow' && textIn(form, 'workflow_name') === '') {
    form['workflow_name'] = title;
  }
  // A slot in a member that is not shared would say what was in it.
  const written = JSON.stringify([title, form]);
  // An id of another server may contain anything, also data of a person.
  const isClean = detect(draft.memoryId).length === 0;
  const hash = bytesToHex(sha256(utf8ToBytes(canonicalJson([draft.memoryId, draft.type]))));
  return {
    id: isClean ? `knowledge-${draft.memoryId}` : `knowledge-${hash.slice(0, 32)}`,
    title,
    content: form,
    type: draft.type,
    agent: draft.agent !== null && detect(draft.agent).length === 0 ? draft.agent : null,
    createdAt: policy.now,
    provenance: {
      memoryId: isClean ? draft.memoryId : null,
      method: policy.method ?? 'countersign-1',
      approvedBy: null,
      approvedAs: null,
      approvedAt: null,
      redactions: draft.redactions,
      slots: draft.slots.filter(({ name }) => written.includes(`{{${name}}}`)),
      sharedBy: [],
    },
  };
}

type Path = readonly string[];

/** Where each member of a memory that says something is in what is shared; null = nowhere. It says what `knowledgeOf` does. */
function destinations({ type, content }: Draft): (readonly [from: Path, to: Path | null])[] {
  return Object.entries(content).flatMap(([name, value]): [Path, Path | null][] => {
    if (isEmpty(value)) return [];
    const to = mapped[type].find(([from]) => from === name)?.[1];
    if (name === 'domain' && textIn(content, name) === '') return [[[name], null]];
    if (
      type === 'workflow' &&
      name === 'task_description' &&
      textIn(content, 'workflow_name') === ''
    ) {
      return [[[name], ['workflow_name']]];
    }
    if (type === 'semantic') {
      const isDefined = textIn(content, 'definition') !== '';
      if (name === 'definition' && isDefined) return [[[name], ['generalized_properties', name]]];
      if (name === 'properties' && isObject(value) && 'definition' in value && isDefined) {
        return Object.keys(value).map((member) => [
          [name, member],
          member === 'definition' ? null : ['generalized_properties', member],
        ]);
      }
    }
    if (type === 'episodic' && name === 'causal_chain' && isObject(value)) {
      return Object.keys(value).map((member) => [
        [name, member],
        patterns.includes(member) && textIn(value, member) !== ''
          ? ['generalized_causal_chain', member]
          : null,
      ]);
    }
    return [[[name], to === undefined ? null : [to]]];
  });
}

/** Of a causal chain: ids of other memories mean nothing to others, patterns do. */
const patterns = ['precedent_pattern', 'consequence_pattern'];

const textIn = (object: JsonObject, name: string): string => {
  const value = memberOf(object, name);
  return typeof value === 'string' ? value.trim() : '';
};

function formOf(type: Draft['type'], from: string, content: JsonObject): unknown {
  const value = memberOf(content, from);
  if (type === 'semantic' && from === 'properties') {
    // The specification has no member for a definition, which is most of what a concept says.
    const definition = textIn(content, 'definition');
    const properties = isObject(value) ? value : {};
    return definition === '' ? properties : { ...properties, definition };
  }
  if (type === 'episodic' && from === 'causal_chain' && isObject(value)) {
    return Object.fromEntries(
      patterns.flatMap((name) => {
        const pattern = textIn(value, name);
        return pattern === '' ? [] : [[name, pattern]];
      }),
    );
  }
  return value;
}

function titleOf(draft: Draft): string {
  const { content } = draft;
  switch (draft.type) {
    case 'workflow':
      return textIn(content, 'workflow_name') || textIn(content, 'task_description');
    case 'profile':
      // The name of the entity is what makes it particular.
      return textIn(content, 'entity_type');
    case 'semantic':
      return textIn(content, 'concept_name') || textIn(content, 'definition').slice(0, 80);
    case 'episodic':
      return textIn(content, 'event_summary').slice(0, 120);
  }
}

/** Members that say where it belongs, not what was learnt. */
const framing: ReadonlySet<string> = new Set([
  'domain',
  'source_domain',
  'entity_type',
  'result_status',
]);

function saysNothing({ content, type }: Knowledge): boolean {
  const informative = Object.entries(content).filter(
    ([name, value]) => !framing.has(name) && !isEmpty(value),
  );
  const names =
    type === 'workflow' ? ['workflow_name'] : type === 'semantic' ? ['concept_name'] : [];
  return informative.every(([name]) => names.includes(name));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));

/** A text that may be personal data, in what would be shared. */
export interface Doubt {
  text: string;
  rule: string;
  /** 0 to 1. */
  confidence: number;
}

type Shareable = Pick<Knowledge, 'title' | 'content'>;

/** What the rules still find in what would be shared, null = nothing; it is not repaired here, since a rule that finds it only now has missed it before. */
export function residueIn(
  knowledge: Shareable,
  policy: DetectionPolicy = {},
): { rule: string; reason: WrittenStatement } | null {
  for (const text of textsIn(knowledge)) {
    const [found] = detect(text, policy);
    if (found !== undefined) {
      return { rule: found.rule, reason: say('memory.dropped-residue', { rule: found.rule }) };
    }
  }
  return null;
}

/** What the rules doubt in what would be shared, each text once: nothing masks it, so that a person has to look. */
export function doubtsIn(knowledge: Shareable, policy: DetectionPolicy = {}): Doubt[] {
  const doubts = new Map<string, Doubt>();
  for (const text of textsIn(knowledge)) {
    for (const { start, end, rule, confidence } of examine(text, policy).doubtful) {
      // Read whole: what is left between two masks says little.
      const whole =
        rule === aboutAPerson ? paragraphsOf(text).find((one) => one.end > start) : null;
      const found = text.slice(whole?.start ?? start, whole?.end ?? end);
      if (!doubts.has(found)) doubts.set(found, { text: found, rule, confidence });
    }
  }
  return [...doubts.values()];
}

/** Every text and number of what would be shared, and every name of a member, in their order. */
function textsIn({ title, content }: Shareable): string[] {
  const texts: string[] = [];
  const waiting: unknown[] = [content, title];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string' || typeof next === 'number') texts.push(String(next));
    else if (typeof next === 'object' && next !== null) {
      const members = Array.isArray(next) ? next : Object.entries(next).flat();
      waiting.push(...members.filter((one) => one !== null && one !== undefined).reverse());
    }
  }
  return texts;
}
