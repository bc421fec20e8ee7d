import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { isObject } from '@countersign/json/json-object';

type Content = Readonly<Record<string, unknown>>;

/** The members of each type that are edited as texts; all others as JSON. */
const fields: Readonly<Record<MemoryRow['type'], readonly string[]>> = {
  workflow: ['workflow_name', 'task_description', 'steps', 'result_status'],
  profile: ['entity_name', 'entity_type'],
  semantic: ['concept_name', 'definition'],
  episodic: ['event_summary', 'timestamp', 'location', 'learnings'],
};

/** The text of a form for a content. `rest`: everything else, as JSON. */
export interface ContentDraft {
  texts: Readonly<Record<string, string>>;
  rest: string;
}

const isPlainStep = (step: unknown): boolean =>
  typeof step === 'string' ||
  (isObject(step) &&
    Object.entries(step).every(
      ([name, value]) =>
        ['name', 'description'].includes(name) ||
        (name === 'details' && isObject(value) && Object.keys(value).length === 0),
    ));

/** A list of lines as a text; null = it has parts that a text cannot hold. */
function linesOf(name: string, value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  if (name === 'learnings')
    return value.every((line) => typeof line === 'string' && !line.includes('\n'))
      ? value.join('\n')
      : null;
  if (!value.every(isPlainStep)) return null;
  const lines = value.map((step) =>
    isObject(step) ? `${String(step['name'] ?? '')}: ${String(step['description'] ?? '')}` : step,
  );
  return lines.some((line) => String(line).includes('\n')) ? null : lines.join('\n');
}

const textOf = (name: string, value: unknown): string | null => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : linesOf(name, value);
};

/** The names of the text fields for a content: those that lose nothing as a text. */
export const textFieldsOf = (type: MemoryRow['type'], content: Content): readonly string[] =>
  fields[type].filter((name) => textOf(name, content[name]) !== null);

export function draftOf(type: MemoryRow['type'], content: Content): ContentDraft {
  const names = textFieldsOf(type, content);
  const rest = Object.fromEntries(
    Object.entries(content).filter(([name]) => !names.includes(name)),
  );
  return {
    texts: Object.fromEntries(names.map((name) => [name, textOf(name, content[name]) ?? ''])),
    rest: JSON.stringify(rest, null, 2),
  };
}

function stepOf(line: string): { name: string; description: string; details: object } {
  const at = line.search(/[:：]/);
  return at < 0
    ? { name: line.trim(), description: '', details: {} }
    : { name: line.slice(0, at).trim(), description: line.slice(at + 1).trim(), details: {} };
}

function readField(name: string, text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (name === 'steps') return lines.map(stepOf);
  if (name === 'learnings') return lines;
  return text;
}

/** The content of a form; null = the rest is no JSON object. */
export function contentOf({ texts, rest }: ContentDraft): Record<string, unknown> | null {
  let parsed: unknown;
  try {
    parsed = rest.trim() === '' ? {} : JSON.parse(rest);
  } catch {
    return null;
  }
  if (!isObject(parsed)) return null;
  const named = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return {
    ...parsed,
    ...Object.fromEntries(named.map(([name, text]) => [name, readField(name, text)])),
  };
}

export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，、]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
