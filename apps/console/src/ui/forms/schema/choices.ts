import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';
import { type SchemaNode, stringsOf } from '@countersign/json-schema/schema-members';
import { formsText } from '../../../text/texts.ts';
import { textOf } from '../field-text.ts';

export interface Choice {
  value: unknown;
  label: string;
  description?: string;
}

/** Maximum number offered; others can be entered as JSON. */
const MAX_CHOICES = 50_000;
const MAX_LABEL_CHARS = 200;

/** One value as a short text. */
export function valueLabel(value: unknown): string {
  if (value === null) return formsText.none;
  if (typeof value === 'boolean') return value ? formsText.yes : formsText.no;
  if (value === '') return formsText.emptyText;
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return textOf(words, MAX_LABEL_CHARS) ?? JSON.stringify(words);
}

const lists = new WeakMap<SchemaNode, Choice[] | null>();

/** The values a node lists: its `enum`, its `const`, or a union of constants; null when it lists none. */
export function choicesOf(node: SchemaNode): Choice[] | null {
  const known = lists.get(node);
  if (known !== undefined) return known;
  const choices = readChoices(node);
  lists.set(node, choices);
  return choices;
}

function readChoices(node: SchemaNode): Choice[] | null {
  if (Array.isArray(node['enum'])) {
    const names = stringsOf(node['enumNames'] ?? node['x-enumNames']);
    const all = node['enum'].slice(0, MAX_CHOICES).map((value, index) => ({
      value,
      label: textOf(names[index], MAX_LABEL_CHARS) ?? valueLabel(value),
    }));
    return reported(all);
  }
  if ('const' in node) return [{ value: node['const'], label: valueLabel(node['const']) }];
  const union = node['oneOf'] ?? node['anyOf'];
  if (!Array.isArray(union) || union.length === 0) return null;
  const branches = union.slice(0, MAX_CHOICES).map(constantOf);
  return branches.every((choice) => choice !== null) ? reported(branches) : null;
}

function constantOf(branch: unknown): Choice | null {
  if (!isObject(branch)) return null;
  const only = Array.isArray(branch['enum']) && branch['enum'].length === 1;
  if (!('const' in branch) && !only && branch['type'] !== 'null') return null;
  const [single] = only && Array.isArray(branch['enum']) ? branch['enum'] : [];
  const value: unknown = 'const' in branch ? branch['const'] : only ? single : null;
  const description = textOf(branch['description'], MAX_LABEL_CHARS);
  return {
    value,
    label: textOf(branch['title'], MAX_LABEL_CHARS) ?? valueLabel(value),
    ...(description ? { description } : {}),
  };
}

/** Choices with equal labels are distinguished by their values. */
function reported(choices: Choice[]): Choice[] {
  const counts = new Map<string, number>();
  for (const { label } of choices) counts.set(label, (counts.get(label) ?? 0) + 1);
  return choices.map((choice) =>
    (counts.get(choice.label) ?? 0) > 1
      ? { ...choice, label: `${choice.label} (${JSON.stringify(choice.value)?.slice(0, 80)})` }
      : choice,
  );
}

/** The choice that `value` is, -1 when none. */
export function choiceIndex(choices: readonly Choice[], value: unknown): number {
  return choices.findIndex((choice) => jsonEqual(choice.value, value));
}
