import { isObject, type JsonObject } from '@countersign/json/json-object';
import { resolveNode, typesOf } from '@countersign/json-schema/schema-node';

/** Words for yes and no that a schema lists. */
export interface Verdict {
  yes: unknown;
  no: unknown;
  /** The value for yes with changes; the same as `yes` if there is no separate one. */
  changed: unknown;
  /** What the schema calls them; null = nothing of its own. */
  titles: { yes: string | null; no: string | null };
}

/** A value that a schema lists, with its title. */
export interface ListedValue {
  value: unknown;
  title: string | null;
}

const approvalName =
  /^(approved?|accept(ed)?|confirm(ed)?|allow(ed)?|proceed|authori[sz]ed?|granted|ok)$/i;
const verdictName = /^(decision|action|type|response|verdict|choice|answer|status|approval)$/i;

// Whole words only: `allow_once` is not `allow`, and `no_show` is not `no`.
const yesWord =
  /^(approved?|accept(ed)?|allow(ed)?|yes|y|confirm(ed)?|ok(ay)?|continue|proceed|grant(ed)?|agreed?|permit(ted)?|authori[sz]ed?)$/i;
const noWord =
  /^(reject(ed)?|deny|denied|decline[d]?|disallow(ed)?|no|n|cancel(l?ed)?|abort(ed)?|refused?|stop(ped)?|forbid(den)?|disagreed?)$/i;
const changedWord = /^(edit(ed)?|modif(y|ied)|changed?|amend(ed)?)$/i;
const lasting = /always/i;

const maxDepth = 8;

/** The values that a node lists: its `enum`, its `const`, or a union of these; null when it takes others too. */
export function listedValues(root: unknown, node: JsonObject, depth = 0): ListedValue[] | null {
  const title = textOr(node['title']);
  if ('const' in node) return [{ value: node['const'], title }];
  if (Array.isArray(node['enum'])) {
    const given = node['enumNames'] ?? node['x-enumNames'];
    const names: unknown[] = Array.isArray(given) ? given : [];
    const only = node['enum'].length === 1 ? title : null;
    return node['enum'].map((value, index) => ({ value, title: textOr(names[index]) ?? only }));
  }
  const union = [node['oneOf'], node['anyOf']].find(Array.isArray);
  if (union === undefined || depth > maxDepth) {
    return node['type'] === 'null' ? [{ value: null, title }] : null;
  }
  const parts = union.map((branch) => listedValues(root, resolveNode(root, branch), depth + 1));
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/**
 * Yes and no, if the values are exactly one word for each and at most one for yes with changes (null is no word). With any other
 * word they are a choice: one of the two would stand for answers that it does not mean. `name`: of the property; null = the whole
 * answer.
 */
export function verdictIn(root: unknown, node: JsonObject, name: string | null): Verdict | null {
  const isApproval = name === null || approvalName.test(name);
  if (!isApproval && !verdictName.test(name)) return null;
  const listed = listedValues(root, node) ?? (isApproval ? booleansOf(node) : null);
  const words = listed?.filter(({ value }) => value !== null) ?? [];
  const [yes, ...moreYes] = words.filter(({ value }) => is(value, true, yesWord));
  const [no, ...moreNo] = words.filter(({ value }) => is(value, false, noWord));
  const [changed, ...moreChanged] = words.filter(({ value }) => is(value, null, changedWord));
  if (yes === undefined || no === undefined) return null;
  const isExact = [...moreYes, ...moreNo, ...moreChanged].length === 0;
  const all = changed === undefined ? 2 : 3;
  if (!isExact || words.length !== all || lasting.test(yes.title ?? '')) return null;
  return {
    yes: yes.value,
    no: no.value,
    changed: (changed ?? yes).value,
    titles: { yes: yes.title, no: no.title },
  };
}

const is = (value: unknown, bare: boolean | null, word: RegExp): boolean =>
  value === bare || (typeof value === 'string' && word.test(value));

const booleansOf = (node: JsonObject): ListedValue[] | null =>
  typesOf(node)
    .filter((type) => type !== 'null')
    .join() === 'boolean'
    ? [true, false].map((value) => ({ value, title: null }))
    : null;

/** Whether a proposal contains a choice that lasts ("always"): approving it must not make that choice. */
export function proposesLasting(
  root: unknown,
  schema: unknown,
  value: unknown,
  depth = 0,
): boolean {
  if (depth > maxDepth) return false;
  const node = resolveNode(root, schema);
  if (isObject(value)) {
    const properties = isObject(node['properties']) ? node['properties'] : {};
    return Object.entries(value).some(
      ([name, member]) =>
        Object.hasOwn(properties, name) &&
        proposesLasting(root, properties[name], member, depth + 1),
    );
  }
  const chosen = listedValues(root, node)?.find((one) => one.value === value);
  return (
    chosen !== undefined &&
    (lasting.test(chosen.title ?? '') || (typeof value === 'string' && lasting.test(value)))
  );
}
