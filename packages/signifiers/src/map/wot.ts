import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { resolveUri } from '@countersign/json-schema/check/uri';
import type {
  ArgumentPlace,
  Artifact,
  Binding,
  JsonSchema,
  Safety,
  SecretNeed,
} from '../model/signifier.ts';
import { expressionsOf, isOfQuery } from '../model/uri-template.ts';
import {
  contextOf,
  type Draft,
  joinMapped,
  type Mapped,
  mapEach,
  needsOf,
  objectsIn,
  textIn,
  textsIn,
  Unmappable,
  webTarget,
} from './mapped.ts';
import { publicHeaders } from './public-headers.ts';

/** What the security definitions of a thing description ask for, of the form or else of the whole thing. */
function thingSecrets(thing: JsonObject, form: JsonObject): SecretNeed[] {
  const own = textsIn(form, 'security');
  const names = own.length > 0 ? own : textsIn(thing, 'security');
  return [...new Set(names)].flatMap((name) => {
    const definition = memberOf(thing['securityDefinitions'], name);
    const scheme = textIn(definition, 'scheme') || 'unknown';
    if (scheme === 'nosec' || scheme === 'auto') return [];
    const place = textIn(definition, 'in') || (scheme === 'apikey' ? 'query' : 'header');
    const known = place === 'header' || place === 'query' || place === 'cookie' ? place : 'other';
    const headerName = known === 'header' && scheme !== 'apikey' ? 'Authorization' : '';
    return [
      {
        scheme: scheme === 'apikey' ? 'apiKey' : scheme,
        place: known,
        name: textIn(definition, 'name') || headerName,
      } satisfies SecretNeed,
    ];
  });
}

type AffordanceKind = 'property' | 'action' | 'event';

/** The operations that are a single request, with the method used if the form names none (WoT TD 1.1, section 8.3.1). */
const operations: Readonly<Record<AffordanceKind, Readonly<Record<string, string>>>> = {
  property: { readproperty: 'GET', writeproperty: 'PUT' },
  action: { invokeaction: 'POST' },
  event: { subscribeevent: 'GET' },
};

interface Affordance {
  kind: AffordanceKind;
  name: string;
  value: JsonObject;
}

/**
 * Signifiers of the properties, actions and events of a thing, one for each operation of each, by the first form over HTTP in the
 * order of the description.
 *
 * @param thing A thing description (WoT TD 1.0 or 1.1) as JSON.
 * @param thingUrl Where it was read; addresses are seen from its `base`, and that from there.
 */
export function mapWot(artifact: Artifact, thing: JsonObject, thingUrl: string): Mapped {
  const base = resolveUri(thingUrl, textIn(thing, 'base') || thingUrl);
  const of = (kind: AffordanceKind, member: string) =>
    mapEach(artifact, named(thing[member]), (entry) => {
      const { name, value } = entry;
      if (!isObject(value)) throw new Unmappable('is not an object');
      return thingDrafts({ artifact, thing, base }, { kind, name: String(name), value });
    });
  return joinMapped([of('property', 'properties'), of('action', 'actions'), of('event', 'events')]);
}

const named = (map: unknown): JsonObject[] =>
  isObject(map) ? Object.entries(map).map(([name, value]) => ({ name, value })) : [];

interface ThingContext {
  artifact: Artifact;
  thing: JsonObject;
  base: string;
}

function thingDrafts(context: ThingContext, affordance: Affordance): Draft[] {
  const { kind, name, value } = affordance;
  const usable = objectsIn(value, 'forms').filter((form) =>
    /^https?:/i.test(resolveUri(context.base, textIn(form, 'href'))),
  );
  if (usable.length === 0) throw new Unmappable('has no form over HTTP');
  const drafts = Object.entries(operations[kind]).flatMap(([operation, method]) => {
    const form = usable.find((one) => operationsOf(one, affordance).includes(operation));
    return form === undefined ? [] : [draftOf(context, affordance, { form, operation, method })];
  });
  if (drafts.length === 0) throw new Unmappable('has no form for an operation of one request');
  if (drafts.length === 1) return drafts;
  return drafts.map((draft) => ({
    ...draft,
    label: `${draft.label}_${draft.form.operation === 'writeproperty' ? 'write' : 'read'}`,
    context:
      draft.form.operation === 'writeproperty'
        ? `Sets: ${draft.context}`
        : `Reads: ${draft.context}`,
    nativeName: `${kind}:${name}#${draft.form.operation ?? ''}`,
  }));
}

/** The operations of a form; without any, those that its kind of affordance has by default. */
function operationsOf(form: JsonObject, { kind, value }: Affordance): string[] {
  const said = textsIn(form, 'op');
  if (said.length > 0) return said;
  if (kind !== 'property') return Object.keys(operations[kind]);
  if (value['readOnly'] === true) return ['readproperty'];
  return value['writeOnly'] === true ? ['writeproperty'] : ['readproperty', 'writeproperty'];
}

function draftOf(
  { artifact, thing, base }: ThingContext,
  { kind, name, value }: Affordance,
  { form, operation, method }: { form: JsonObject; operation: string; method: string },
): Draft {
  const said = textIn(form, 'htv:methodName').toUpperCase() || method;
  // A token of RFC 9110, section 5.6.2: it is shown to people, and becomes the first word of a request.
  if (!/^[!#$%&'*+\-.^_`|~\dA-Z]{1,40}$/.test(said)) {
    throw new Unmappable('its method is not one of HTTP');
  }
  const { target, secrets: ofQuery } = webTarget(resolveUri(base, textIn(form, 'href')));
  const body = bodyOf(kind, value, operation);
  const arranged = argumentsOf(target, { ...membersOf(thing), ...membersOf(value) }, body);
  const { headers, secrets } = publicHeaders(headersOf(form));
  return {
    label: `${artifact.name}_${name}`,
    context: contextOf([textIn(value, 'description'), textIn(value, 'title')], name),
    abilities: [],
    nativeName: `${kind}:${name}`,
    form: {
      method: said,
      target,
      contentType: body === null ? null : textIn(form, 'contentType') || 'application/json',
      headers,
      operation,
    },
    binding: arranged.binding,
    body,
    input: arranged.input,
    secrets: needsOf([...thingSecrets(thing, form), ...secrets, ...ofQuery]),
    safety: thingSafety(value, operation),
    isStream: kind === 'event',
  };
}

/** The body: the value of a property that is written, the input of an action. */
function bodyOf(kind: AffordanceKind, value: JsonObject, operation: string): JsonSchema | null {
  if (operation === 'writeproperty') return dataSchema(value);
  if (kind !== 'action') return null;
  const input = value['input'];
  return isObject(input) || typeof input === 'boolean' ? input : null;
}

/** What a property says of its interactions is no part of the schema of its value. */
function dataSchema(property: JsonObject): JsonObject {
  const { forms, uriVariables, observable, readOnly, writeOnly, ...schema } = property;
  return schema;
}

const membersOf = (value: JsonObject): JsonObject => {
  const variables = value['uriVariables'];
  return isObject(variables) ? variables : {};
};

/** The arguments: the body alone, or with variables of the address, each under its name and the body under `body`. */
function argumentsOf(
  target: string,
  variables: JsonObject,
  body: JsonSchema | null,
): { binding: Binding; input: JsonSchema | null } {
  const used = expressionsOf(target).flatMap((one) => {
    const place: ArgumentPlace = isOfQuery(one) ? 'query' : 'path';
    return one.names.map((name) => ({ name, place }));
  });
  if (used.length === 0) return { binding: { kind: 'http', places: null }, input: body };
  const ofBody = body === null ? [] : [['body', body] as const];
  const schemas = used.map(({ name }) => [name, variables[name] ?? { type: 'string' }] as const);
  return {
    binding: {
      kind: 'http',
      places: Object.fromEntries([
        ...used.map(({ name, place }) => [name, place] as const),
        ...ofBody.map(([name]) => [name, 'body' as const] as const),
      ]),
    },
    input: {
      type: 'object',
      properties: Object.fromEntries([...schemas, ...ofBody]),
      // Variables of the query may be left out; a path without one is another address.
      required: [
        ...used.filter(({ place }) => place === 'path').map(({ name }) => name),
        ...ofBody.map(([name]) => name),
      ],
    },
  };
}

/** Headers of the HTTP vocabulary, by name. */
function headersOf(form: JsonObject): JsonObject {
  return Object.fromEntries(
    objectsIn(form, 'htv:headers').map((one) => [
      textIn(one, 'htv:fieldName'),
      memberOf(one, 'htv:fieldValue'),
    ]),
  );
}

/**
 * Reading is safe by its definition; an action moves something in the world unless its description says it is safe. Its method says
 * nothing: many devices switch by GET.
 */
function thingSafety(value: JsonObject, operation: string): Safety {
  if (operation !== 'invokeaction') {
    const readOnly = operation !== 'writeproperty';
    return { readOnly, destructive: !readOnly, idempotent: true, source: 'protocol' };
  }
  const { safe, idempotent } = value;
  const readOnly = safe === true;
  return {
    readOnly,
    destructive: !readOnly,
    idempotent: readOnly || idempotent === true,
    source:
      typeof safe === 'boolean' || typeof idempotent === 'boolean' ? 'description' : 'default',
  };
}
