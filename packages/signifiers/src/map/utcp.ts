import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { ArgumentPlace, Artifact, JsonSchema, SecretNeed } from '../model/signifier.ts';
import { expressionsOf, isOfQuery } from '../model/uri-template.ts';
import {
  contextOf,
  type Draft,
  type Mapped,
  mapEach,
  needsOf,
  objectsIn,
  requiredName,
  textIn,
  textsIn,
  Unmappable,
  webTarget,
} from './mapped.ts';
import { methodSafety } from './method-safety.ts';
import { publicHeaders } from './public-headers.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Signifiers of the tools of a UTCP manual that are called over HTTP. Tools of other transports are skipped, and said so. */
export const mapUtcp = (artifact: Artifact, manual: JsonObject): Mapped =>
  mapEach(artifact, objectsIn(manual, 'tools'), (tool) => [utcpDraft(artifact, tool)]);

function utcpDraft(artifact: Artifact, tool: JsonObject): Draft {
  const name = requiredName(tool, 'name');
  const template = templateOf(tool);
  const method = textIn(template, 'http_method').toUpperCase() || 'GET';
  if (!methods.includes(method)) throw new Unmappable(`${method} is not a method of HTTP`);
  const { target, secrets: ofQuery } = webTarget(textIn(template, 'url'));
  const sent = memberOf(tool, 'inputs');
  const input = isObject(sent) && Object.keys(sent).length > 0 ? sent : null;
  const placed = placedInput(input, { template, target, method });
  const { headers, secrets } = publicHeaders(memberOf(template, 'headers'));
  return {
    label: `${artifact.name}_${name}`,
    context: contextOf([textIn(tool, 'description')], name),
    abilities: [],
    nativeName: `tool:${name}`,
    form: {
      method,
      target,
      contentType:
        placed.body === null ? null : textIn(template, 'content_type') || 'application/json',
      headers,
      operation: null,
    },
    binding: { kind: 'http', places: placed.places },
    body: placed.body,
    input,
    secrets: needsOf([...authSecrets(template['auth']), ...secrets, ...ofQuery]),
    safety: methodSafety(method),
    isStream: false,
  };
}

function templateOf(tool: JsonObject): JsonObject {
  const template = tool['tool_call_template'];
  if (!isObject(template)) {
    const older = isObject(tool['tool_provider']);
    throw new Unmappable(
      older ? 'is of a version of UTCP before 1.0' : 'has no tool_call_template',
    );
  }
  const type = textIn(template, 'call_template_type') || 'none';
  if (type !== 'http') throw new Unmappable(`its transport is ${type}, not http`);
  return template;
}

/**
 * Where the inputs go, by the rules of UTCP: those that the address names into the path, `header_fields` into headers, `body_field`
 * (`body` unless the template says otherwise) is the body, and what is left goes into the query. Inputs that are no object are the
 * whole body.
 */
function placedInput(
  input: JsonObject | null,
  { template, target, method }: { template: JsonObject; target: string; method: string },
): { places: Record<string, ArgumentPlace> | null; body: JsonSchema | null } {
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const properties = memberOf(input, 'properties');
  if (!isObject(properties)) {
    const isObjectInput = input === null || memberOf(input, 'type') === 'object';
    if (isObjectInput) return { places: {}, body: null };
    if (!hasBody) throw new Unmappable(`its input is not an object, and ${method} has no body`);
    return { places: null, body: input };
  }
  const inPath = new Set(expressionsOf(target).flatMap((one) => (isOfQuery(one) ? [] : one.names)));
  const inHeader = new Set(textsIn(template, 'header_fields'));
  const bodyField =
    template['body_field'] === null ? null : textIn(template, 'body_field') || 'body';
  const placeOf = (name: string): ArgumentPlace => {
    if (inPath.has(name)) return 'path';
    if (inHeader.has(name)) return 'header';
    return hasBody && name === bodyField ? 'body' : 'query';
  };
  const places = Object.fromEntries(
    Object.keys(properties).map((name) => [name, placeOf(name)] as const),
  );
  const body = bodyField !== null && places[bodyField] === 'body' ? properties[bodyField] : null;
  return { places, body: isObject(body) || typeof body === 'boolean' ? body : null };
}

/** What the template needs to sign in. The values that it may contain are left behind. */
function authSecrets(auth: unknown): SecretNeed[] {
  if (!isObject(auth)) return [];
  const type = textIn(auth, 'auth_type') || 'unknown';
  if (type !== 'api_key') return [{ scheme: type, place: 'header', name: 'Authorization' }];
  const said = textIn(auth, 'location') || 'header';
  const place = said === 'query' || said === 'cookie' ? said : 'header';
  return [{ scheme: 'apiKey', place, name: textIn(auth, 'var_name') || 'X-Api-Key' }];
}
