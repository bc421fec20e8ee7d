import { type Fault, faultAt } from '@countersign/json/fault';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { headerText } from '../map/header-text.ts';
import type { FormHeader, JsonSchema, Signifier } from '../model/signifier.ts';
import { say } from './faults.ts';
import { placeArguments, type RequestResult } from './place-arguments.ts';

/** The constants of a body, which do not depend on the arguments. `undefined` = none; members without any are left out. */
function skeletonOf(schema: JsonSchema): unknown {
  if (!isObject(schema)) return undefined;
  if (Object.hasOwn(schema, 'const')) return schema['const'];
  const properties = memberOf(schema, 'properties');
  if (!isObject(properties)) return undefined;
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const value = isObject(member) ? skeletonOf(member) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** What its sender makes for each call; a repeated call has the same. */
export interface CallIds {
  /** Counts the requests of JSON-RPC. */
  request: number;
  /** Identifies a message to an agent. */
  message: string;
}

/**
 * The request that a signifier describes, with these arguments, already checked against its `input`. An argument that is `undefined` is
 * not sent; one that is null is.
 */
export function buildRequest(
  signifier: Pick<Signifier, 'form' | 'binding' | 'body' | 'input'>,
  args: unknown,
  ids: CallIds,
): RequestResult {
  const { binding, form, body } = signifier;
  if (binding.kind === 'http') return placeArguments({ form, places: binding.places, body }, args);
  const constants = body === null ? undefined : skeletonOf(body);
  const skeleton = isObject(constants) ? constants : {};
  const params = isObject(skeleton['params']) ? skeleton['params'] : {};
  const read = paramsOf(signifier, args, ids);
  if (!read.ok) return read;
  const sent = { ...skeleton, id: ids.request, params: { ...params, ...read.params } };
  return {
    ok: true,
    request: {
      method: form.method,
      url: form.target,
      headers: [
        ...(form.contentType === null ? [] : [{ name: 'Content-Type', value: form.contentType }]),
        ...form.headers,
        ...read.headers,
      ],
      body: JSON.stringify(sent),
    },
  };
}

type Params =
  | { ok: true; params: JsonObject; headers: FormHeader[] }
  | { ok: false; faults: Fault[] };

const fault = (path: string, written: Parameters<typeof faultAt>[1]): Params => ({
  ok: false,
  faults: [faultAt(path, written)],
});

function paramsOf(
  { binding, input, form }: Pick<Signifier, 'form' | 'binding' | 'input'>,
  args: unknown,
  ids: CallIds,
): Params {
  if (binding.kind === 'mcp-tool')
    return { ok: true, params: { arguments: args ?? {} }, headers: [] };
  if (binding.kind === 'mcp-resource') {
    if (input === null) return isNothing(args) ? noParams : fault('', say('call.none'));
    const uri = isObject(args) ? args['uri'] : undefined;
    if (typeof uri !== 'string') return fault('/uri', say('call.missing'));
    // Stateless servers compare the two.
    const isNamed = form.headers.some(({ name }) => name === 'Mcp-Method');
    const headers = isNamed ? [{ name: 'Mcp-Name', value: headerText(uri) }] : [];
    return { ok: true, params: { uri }, headers };
  }
  const version = binding.kind === 'a2a-message' ? binding.version : '1.0';
  const parts = messageParts(args, version);
  if (parts.length === 0) return fault('', say('call.parts'));
  const message =
    version === '0.3'
      ? { kind: 'message', messageId: ids.message, role: 'user', parts }
      : { messageId: ids.message, role: 'ROLE_USER', parts };
  return { ok: true, params: { message }, headers: [] };
}

const isNothing = (args: unknown): boolean =>
  args === undefined || (isObject(args) && Object.keys(args).length === 0);

const noParams: Params = { ok: true, params: {}, headers: [] };

const messageParts = (args: unknown, version: '1.0' | '0.3'): JsonObject[] =>
  (['text', 'data'] as const).flatMap((kind) => {
    const value = isObject(args) ? args[kind] : undefined;
    if (value === undefined) return [];
    return [version === '0.3' ? { kind, [kind]: value } : { [kind]: value }];
  });
