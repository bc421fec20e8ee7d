import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { seen } from '../statements.ts';

/** What a server asks for during a call, judged and answered as a console would answer it. */
export interface AskedOfClient {
  /** Kinds of its requests that were received. */
  readonly methods: readonly string[];
  readonly elicitations: readonly WrittenStatement[];
  readonly others: readonly WrittenStatement[];
  readonly progress: readonly number[];
  take(message: JsonObject): JsonObject | null;
}

/** Fields of the form of an elicitation are of these types: it is flat. */
const flat: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

export function createAskedOfClient(): AskedOfClient {
  const methods: string[] = [];
  const elicitations: WrittenStatement[] = [];
  const others: WrittenStatement[] = [];
  const progress: number[] = [];
  const result = (method: string, params: unknown): JsonObject | null => {
    switch (method) {
      case 'elicitation/create':
        elicitations.push(...elicitationFaults(params));
        if (memberOf(params, 'mode') === 'url') return { action: 'decline' };
        return { action: 'accept', content: fittingContent(memberOf(params, 'requestedSchema')) };
      case 'sampling/createMessage':
        if (!Array.isArray(memberOf(params, 'messages'))) {
          others.push(seen('check.seen.member-missing', { method, member: 'messages' }));
        }
        return { role: 'assistant', model: 'check', content: { type: 'text', text: 'Checked' } };
      case 'roots/list':
        return { roots: [] };
      case 'ping':
        return {};
      default:
        others.push(seen('check.seen.undeclared-request', { method }));
        return null;
    }
  };
  return {
    ...{ methods, elicitations, others, progress },
    take(message) {
      const { method, params, id } = message;
      if (typeof method !== 'string') return null;
      if (id === undefined) {
        const done = memberOf(params, 'progress');
        if (method === 'notifications/progress' && typeof done === 'number') progress.push(done);
        return null;
      }
      methods.push(method);
      return result(method, params);
    },
  };
}

function elicitationFaults(params: unknown): WrittenStatement[] {
  const method = 'elicitation/create';
  const message = memberOf(params, 'message');
  const unsaid = typeof message === 'string' && message !== '';
  const faults = unsaid ? [] : [seen('check.seen.member-missing', { method, member: 'message' })];
  if (memberOf(params, 'mode') === 'url') {
    const hasUrl = URL.canParse(String(memberOf(params, 'url')));
    return hasUrl
      ? faults
      : [...faults, seen('check.seen.member-missing', { method, member: 'url' })];
  }
  const schema = memberOf(params, 'requestedSchema');
  const properties = memberOf(schema, 'properties');
  if (memberOf(schema, 'type') !== 'object' || !isObject(properties)) {
    return [...faults, seen('check.seen.member-missing', { method, member: 'requestedSchema' })];
  }
  const deep = Object.entries(properties).flatMap(([name, field]) =>
    isFlat(field) ? [] : [seen('check.seen.deep-field', { name })],
  );
  const required = memberOf(schema, 'required');
  const lost = (Array.isArray(required) ? required : []).filter(
    (name) => !Object.hasOwn(properties, String(name)),
  );
  return [
    ...faults,
    ...deep,
    ...lost.map((name) => seen('check.seen.required-unknown', { name: String(name) })),
  ];
}

/** A primitive, or a list of choices. */
function isFlat(field: unknown): boolean {
  if (!isObject(field)) return false;
  if (field['type'] !== 'array') return flat.has(field['type']);
  const { items } = field;
  return isObject(items) && ['enum', 'anyOf', 'oneOf'].some((name) => Array.isArray(items[name]));
}

/** Values that fit a flat form. */
function fittingContent(schema: unknown): JsonObject {
  const properties = memberOf(schema, 'properties');
  if (!isObject(properties)) return {};
  const required = memberOf(schema, 'required');
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      memberOf(field, 'default') !== undefined || isRequired(name) ? [[name, sampleOf(field)]] : [],
    ),
  );
}

const samples: Readonly<Record<string, string>> = {
  email: 'check@example.com',
  uri: 'https://example.com/',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
};

/** A value that fits a simple schema; what cannot be made is a text. */
export function sampleOf(field: unknown): unknown {
  if (!isObject(field)) return 'Checked';
  if (field['default'] !== undefined) return field['default'];
  if (field['const'] !== undefined) return field['const'];
  if (Array.isArray(field['enum'])) return field['enum'][0];
  const [choice] = Array.isArray(field['oneOf']) ? field['oneOf'] : [];
  if (memberOf(choice, 'const') !== undefined) return memberOf(choice, 'const');
  const { type, minimum, minLength, minItems, format } = field;
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? minimum : 1;
  if (type === 'array') {
    return Array.from({ length: Number(minItems ?? 0) }, () => sampleOf(field['items']));
  }
  if (type === 'object') return sampleArguments(field);
  const text = samples[String(format)] ?? 'Checked';
  return text.padEnd(typeof minLength === 'number' ? Math.min(minLength, 1_000) : 0, '.');
}

/** The members that a schema requires. */
export function sampleArguments(schema: unknown): JsonObject {
  const properties = memberOf(schema, 'properties');
  const required = memberOf(schema, 'required');
  const names = Array.isArray(required) ? required.map(String) : [];
  return Object.fromEntries(names.map((name) => [name, sampleOf(memberOf(properties, name))]));
}
