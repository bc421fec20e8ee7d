import type { MemoryRow } from '@countersign/api/knowledge-memory';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';

type Content = Readonly<Record<string, unknown>>;

/** The members of each type that are edited as texts; all others as JSON. */
const fields: Readonly<Record<MemoryRow['type'], readonly string[]>> = {
  workflow: ['workflow_name', 'task_description', 'steps', 'result_status'],
  profile: ['entity_name', 'entity_type'],
  semantic: ['concept_name', 'definition'],
  episodic: ['event_summary', 'timestamp', 'location', 'learnings'],
};

const lists: ReadonlySet<string> = new Set(['steps', 'learnings']);

/** The text of a form for a content. `rest`: everything else, as JSON. */
export interface ContentDraft {
  texts: Readonly<Record<string, string>>;
  rest: string;
}

type Step = Readonly<Record<'name' | 'description', string>> & { details: object };

/** The step of any form; null = it has more than a line can hold. */
function plainStep(step: unknown): Step | null {
  if (typeof step === 'string') return { name: step, description: '', details: {} };
  if (!isObject(step)) return null;
  const { name = '', description = '', details = {}, ...others } = step;
  const isPlain =
    typeof name === 'string' && typeof description === 'string' && jsonEqual(details, {});
  return isPlain && Object.keys(others).length === 0 ? { name, description, details: {} } : null;
}

const lineOf = ({ name, description }: Step) => `${name}: ${description}`;

/** A list of lines as a text; null = read again, it would be another one. */
function linesOf(name: string, value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const items = name === 'steps' ? value.map(plainStep) : value;
  const lines = items.map((item: Step | string | null) =>
    isObject(item) ? lineOf(item) : typeof item === 'string' ? item : '',
  );
  const text = lines.join('\n');
  return jsonEqual(readField(name, text), items) ? text : null;
}

const textOf = (name: string, value: unknown): string | null => {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' && !lists.has(name) ? value : linesOf(name, value);
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

function stepOf(line: string): Step {
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
