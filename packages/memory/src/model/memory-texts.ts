import { isObject } from '@countersign/json/json-object';
import type { Memory } from './memory.ts';
import { readTime } from './wire-time.ts';

export const memoryFields = ['name', 'tags', 'text'] as const;
export type MemoryField = (typeof memoryFields)[number];
export type MemoryTexts = Record<MemoryField, string>;

/** The longest text of a field, in characters. */
const maxChars = 8_000;

/** Members that name other things by id, or say how a memory came here: they describe nothing. */
const silent: ReadonlySet<string> = new Set(['source_info', 'causal_chain', '_console']);

/** What a memory is called. */
export function nameOf(memory: Memory): string {
  switch (memory.type) {
    case 'workflow':
      return memory.content.workflow_name || memory.content.task_description;
    case 'profile':
      return memory.content.entity_name || memory.content.entity_type;
    case 'semantic':
      return memory.content.concept_name;
    case 'episodic':
      return memory.content.event_summary;
  }
}

/** The texts by which a memory is found. */
export function memoryTexts(memory: Memory): MemoryTexts {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(memory.content)) {
    if (!silent.has(name)) collect(name, value, lines);
  }
  const domain = memory.content['domain'];
  const tags = typeof domain === 'string' ? [domain, ...memory.tags] : memory.tags;
  return {
    name: nameOf(memory).slice(0, maxChars),
    tags: tags.join('\n').slice(0, maxChars),
    text: lines.join('\n').slice(0, maxChars),
  };
}

function collect(name: string, value: unknown, lines: string[]): void {
  if (typeof value === 'string') {
    if (value.trim() !== '') lines.push(value);
  } else if (typeof value === 'number' || typeof value === 'boolean') {
    lines.push(`${name} ${value}`);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(name, item, lines);
  } else if (isObject(value)) {
    for (const [member, inner] of Object.entries(value)) {
      // Names of attributes are words of the owner, those of the specification are not.
      if (name === 'attributes' || name === 'properties') {
        lines.push(typeof inner === 'string' ? `${member}: ${inner}` : member);
        if (typeof inner === 'string') continue;
      }
      collect(member, inner, lines);
    }
  }
}

/** When it happened: an event at its own time, all others when they were learnt. ms since the epoch. */
export function timeOf(memory: Memory): number {
  if (memory.type !== 'episodic') return memory.createdAt;
  const at = readTime(memory.content.timestamp);
  return at ?? memory.createdAt;
}
