import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { wellFormedText } from '@countersign/json/well-formed-text';
import { signifierId, sourceHashOf } from '../model/identity.ts';
import type { Artifact, SecretNeed, Signifier } from '../model/signifier.ts';
import { isSecretName } from './secret-name.ts';

const maxDepth = 200;

/** The value is nested deeper than descriptions of tools are. */
class TooDeepError extends Error {
  constructor() {
    super(`is nested deeper than ${maxDepth} levels`);
    this.name = 'TooDeepError';
  }
}

/**
 * What a peer sent, as JSON that every format here can carry: well-formed texts, finite numbers, own members only. Members that
 * are `undefined` are left out.
 *
 * @throws {TooDeepError} if it is nested deeper than 200 levels.
 */
function wellFormedJson(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw new TooDeepError();
  if (typeof value === 'string') return wellFormedText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map((item) => wellFormedJson(item, depth + 1));
  if (!isObject(value)) return typeof value === 'boolean' ? value : null;
  // From entries, so that a member named __proto__ is one.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [wellFormedText(name), wellFormedJson(member, depth + 1)]),
  );
}

/** What became of the descriptions of a service. Nothing vanishes: what gives no signifier is skipped for a reason. */
export interface Mapped {
  signifiers: Signifier[];
  skipped: Skipped[];
  /** By id: what the service says of a signifier that is in no member of its record, such as the schema of results. Absent = too much. */
  rest?: Record<string, JsonObject>;
}

export interface Skipped {
  /** Its native name, or its place in the list if it has none. */
  name: string;
  reason: string;
}

/** A reason for which a description gives no signifier. */
export class Unmappable extends Error {}

/** What a mapper makes of one description; ids and hashes are added. */
export type Draft = Omit<Signifier, 'id' | 'artifact' | 'sourceHash'>;

/** More than any server lists; the rest is skipped, and said so. */
const maxEntries = 5_000;
/** Of what a description says of one action: all of it is compared with each context. */
const maxContextChars = 10_000;

/** Maps each entry of a list. One that cannot be mapped does not hide the others. */
export function mapEach(
  artifact: Artifact,
  entries: readonly unknown[],
  toDrafts: (entry: JsonObject) => Draft[],
): Mapped {
  const rest: Record<string, JsonObject> = {};
  const mapped: Mapped = { signifiers: [], skipped: [], rest };
  const ids = new Set<string>();
  for (const [at, sent] of entries.slice(0, maxEntries).entries()) {
    try {
      const entry = wellFormedJson(sent);
      if (!isObject(entry)) throw new Unmappable('is not an object');
      for (const draft of toDrafts(entry)) {
        const { length } = draft.context;
        if (length > maxContextChars) {
          throw new Unmappable(
            `is described by ${length} characters, more than ${maxContextChars}`,
          );
        }
        const id = signifierId(artifact, draft.nativeName);
        if (ids.has(id)) throw new Unmappable(`${draft.nativeName} is listed twice`);
        ids.add(id);
        mapped.signifiers.push({ ...draft, id, artifact, sourceHash: hashOf(entry, draft) });
        const said = restOf(entry);
        if (said !== null) rest[id] = said;
      }
    } catch (error) {
      if (!(error instanceof Unmappable) && !(error instanceof TooDeepError)) throw error;
      mapped.skipped.push({ name: nameOf(sent, at), reason: error.message });
    }
  }
  if (entries.length > maxEntries) {
    const reason = `only the first ${maxEntries} entries are read`;
    mapped.skipped.push({ name: `#${maxEntries}`, reason });
  }
  return mapped;
}

/**
 * Of the entry, and of what would be sent: the address, the security and the kinds of a body may be elsewhere in the description, and
 * a call to another address is not what was approved.
 */
const hashOf = (
  entry: JsonObject,
  { form, binding, body, input, secrets, safety, isStream, abilities }: Draft,
): string =>
  sourceHashOf({ entry, form, binding, body, input, secrets, safety, isStream, abilities });

/** Members of entries that are in the record, or could have secrets in them. */
const recorded = new Set(
  (
    'name id description title uri uriTemplate inputSchema inputs inputModes tool_call_template forms input properties type ' +
    'security securityRequirements auth headers href'
  ).split(' '),
);
/** In characters of JSON: of longer ones only the hash is compared. */
const maxRest = 8_192;

/** What is compared besides the record when an entry has changed; null = it is too much. */
function restOf(entry: JsonObject): JsonObject | null {
  const rest = Object.entries(entry).filter(([name]) => !recorded.has(name) && !isSecretName(name));
  const size = JSON.stringify(rest).length;
  return size > maxRest ? null : Object.fromEntries(rest);
}

export function joinMapped(parts: readonly Mapped[]): Mapped {
  return {
    rest: Object.assign({}, ...parts.map(({ rest }) => rest)),
    signifiers: parts.flatMap(({ signifiers }) => signifiers),
    skipped: parts.flatMap(({ skipped }) => skipped),
  };
}

function nameOf(sent: unknown, at: number): string {
  for (const member of ['name', 'id', 'uri', 'uriTemplate']) {
    const name = memberOf(sent, member);
    if (typeof name === 'string' && name !== '') return name.slice(0, 200);
  }
  return `#${at}`;
}

/** The text of a member; `''` = none. */
export function textIn(value: unknown, name: string): string {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : '';
}

/** The objects of a list. */
export function objectsIn(value: unknown, name: string): JsonObject[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The texts of a list, or the one text in its place. */
export function textsIn(value: unknown, name: string): string[] {
  const member = memberOf(value, name);
  const list = Array.isArray(member) ? member : [member];
  return list.filter((one) => typeof one === 'string');
}

export function requiredName(entry: JsonObject, member: string): string {
  const name = textIn(entry, member);
  if (name === '') throw new Unmappable(`has no ${member}`);
  return name;
}

/** The first text that says something. A name becomes words. */
export function contextOf(texts: readonly string[], name: string): string {
  const text = texts.find((one) => one.trim() !== '');
  return text?.trim() ?? wordsOf(name);
}

const wordsOf = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./:]+/g, ' ')
    .trim() || name;

/**
 * An absolute http or https URL, which may be a template, without the secrets in its query: only the need for them remains.
 * One with credentials before its host, or with a variable that could become another host, is refused.
 */
export function webTarget(text: string): { target: string; secrets: SecretNeed[] } {
  if (!/^https?:\/\/[^\s/?#]+/i.test(text))
    throw new Unmappable(`${text || 'its address'} is not an http or https URL`);
  if (/^https?:\/\/[^/?#]*@/i.test(text)) throw new Unmappable('its address contains credentials');
  if (/^https?:\/\/[^/?#]*\{[+.]/i.test(text))
    throw new Unmappable('its address has a variable that could lead to another host');
  const secrets: SecretNeed[] = [];
  const left = text.replace(member, (whole, mark: string, name: string, value: string) => {
    if (!isSecretMember(decoded(name), value)) return whole;
    secrets.push({ scheme: 'apiKey', place: 'query', name: decoded(name) });
    return mark === '?' ? mark : '';
  });
  if (secrets.length === 0) return { target: text, secrets };
  const target = left
    .replace('?&', '?')
    .replace('?{&', '{?')
    .replace(/\?(?=#|$)/, '');
  return { target, secrets };
}

/** A member of a query; its value may contain variables. */
const member = /([?&])([^=&#?{}]+)=((?:[^&#{}]|\{[^?&#{}][^{}]*\})+)/g;

/** By its name, or because no one writes such a value by hand. What only a variable stands for is not there yet. */
const isSecretMember = (name: string, value: string): boolean =>
  !/^(?:\{[^{}]*\})+$/.test(value) &&
  (isSecretName(name) || /^(?=.*\d)(?=.*[a-z])[\w~+-]{24,}$/i.test(value));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Each need once, however many parts of a description name it. */
export const needsOf = (needs: readonly SecretNeed[]): SecretNeed[] =>
  needs.filter(
    ({ place, name }, at) =>
      needs.findIndex((one) => one.place === place && one.name === name) === at,
  );
