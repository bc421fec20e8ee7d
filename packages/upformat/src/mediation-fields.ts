import type { UpContext } from './message.ts';

/** A field that can be read or filled, by pointer pattern: `/candidates/0/email` with a star for the index. */
export interface MediationField {
  pointer: string;
  name: string;
  description: string;
  required: boolean;
  type: string | undefined;
  format: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxDepth = 8;

/** Turns `candidates[].email` into its pointer pattern. */
function patternOf(path: string): string {
  return path
    .split('.')
    .map((segment) => segment.replaceAll('[]', '/*'))
    .map((segment) => `/${segment}`)
    .join('');
}

const lastName = (pointer: string) =>
  pointer
    .split('/')
    .filter((token) => token !== '*')
    .at(-1) ?? '';

function fromSchema(
  schema: Record<string, unknown>,
  pointer: string,
  required: boolean,
  found: Map<string, MediationField>,
  depth: number,
): void {
  const properties = isRecord(schema['properties']) ? schema['properties'] : undefined;
  const items = isRecord(schema['items']) ? schema['items'] : undefined;
  if (depth < maxDepth && properties) {
    const mandatory = Array.isArray(schema['required']) ? schema['required'] : [];
    for (const [name, property] of Object.entries(properties)) {
      if (!isRecord(property)) continue;
      const needed = mandatory.includes(name) && (pointer === '' || required);
      fromSchema(property, `${pointer}/${name}`, needed, found, depth + 1);
    }
    return;
  }
  if (depth < maxDepth && items && isRecord(items['properties'])) {
    fromSchema(items, `${pointer}/*`, required, found, depth + 1);
    return;
  }
  if (pointer === '') return;
  const description = schema['description'] ?? schema['title'];
  found.set(pointer, {
    pointer,
    name: lastName(pointer),
    description: typeof description === 'string' ? description : '',
    required,
    type: typeof schema['type'] === 'string' ? schema['type'] : undefined,
    format: typeof schema['format'] === 'string' ? schema['format'] : undefined,
  });
}

/** The leaf fields a context describes: from its schema, else from its field descriptions alone. */
export function fieldsOf(context: UpContext): MediationField[] {
  const found = new Map<string, MediationField>();
  if (isRecord(context.schema)) fromSchema(context.schema, '', true, found, 0);
  for (const [path, description] of Object.entries(context.fields ?? {})) {
    const pointer = patternOf(path);
    const known = found.get(pointer);
    if (known) {
      if (known.description === '') found.set(pointer, { ...known, description });
      continue;
    }
    if (isRecord(context.schema)) continue;
    const hint = String(context.constraints?.[path] ?? '');
    found.set(pointer, {
      pointer,
      name: lastName(pointer),
      description,
      required: /\brequired\b/.test(hint),
      type: undefined,
      format: /format ([\w-]+)/.exec(hint)?.[1],
    });
  }
  // A container that is described beside its own leaves is no leaf.
  return [...found.values()].filter(
    (field) => ![...found.keys()].some((other) => other.startsWith(`${field.pointer}/`)),
  );
}
