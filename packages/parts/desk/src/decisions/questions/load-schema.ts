import { say } from '@countersign/api/statements';
import { depthOf, maxDepth } from '@countersign/desk/content/schema-check';
import { canonicalJson } from '@countersign/json/canonical-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { tokensOf, valueAt } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import { OutsideFailure, type SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import { schemaReferenceOf } from '@countersign/upformat/schema-reference';

export type SchemaLoad =
  | { kind: 'loaded'; schema: JsonObject }
  /** `refused`: the address is not called. */
  | { kind: 'refused'; reason: WrittenStatement | string }
  | { kind: 'unusable'; reason: WrittenStatement | string };

/** Loads the schema at an address, and selects the part named by the fragment. */
export type LoadSchema = (address: string) => Promise<SchemaLoad>;

const maxBytes = 200_000;
const timeoutMs = 10_000;

export function createLoadSchema(fetch: SafeFetch): LoadSchema {
  return async (address) => {
    try {
      const { status, body } = await fetch({
        method: 'GET',
        url: address,
        headers: { accept: 'application/schema+json, application/json' },
        timeoutMs,
        maxBytes,
        beyond: 'refuse',
      });
      if (status < 200 || status > 299) return unusable(say('schema-load.http', { status }));
      return readSchema(body, fragmentOf(address));
    } catch (error) {
      if (!(error instanceof OutsideFailure)) throw error;
      return { kind: error.code === 'blocked' ? 'refused' : 'unusable', reason: error.message };
    }
  };
}

const unusable = (reason: WrittenStatement): SchemaLoad => ({ kind: 'unusable', reason });

function fragmentOf(address: string): string {
  const hash = new URL(address).hash.slice(1);
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

function readSchema(text: string, fragment: string): SchemaLoad {
  let document: unknown;
  try {
    document = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return unusable(say('schema-load.not-json'));
  }
  if (depthOf(document) > maxDepth) return unusable(say('schema-load.too-deep'));
  const schema = partOf(document, fragment);
  if (!isSchema(schema)) return unusable(say('schema-load.not-a-schema'));
  if (schemaReferenceOf(schema) !== null) return unusable(say('schema-load.refers-on'));
  try {
    canonicalJson(schema);
  } catch {
    return unusable(say('schema-load.not-sealable'));
  }
  return { kind: 'loaded', schema };
}

/** A part includes the definitions of its document, for its own references. */
function partOf(document: unknown, fragment: string): unknown {
  if (fragment === '') return document;
  const found = valueAt(document, tokensOf(fragment));
  if (!isObject(found) || !isObject(document)) return found;
  const { $defs, definitions, $schema } = document;
  const shared = { $schema, $defs, definitions };
  const given = Object.entries(shared).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...found };
}

const keywords =
  '$ref $defs definitions type properties required items prefixItems enum const allOf anyOf oneOf not if patternProperties additionalProperties'.split(
    ' ',
  );

/** An error of a web service is JSON too, and would be a schema that allows everything. */
const isSchema = (value: unknown): value is JsonObject =>
  isObject(value) && keywords.some((keyword) => Object.hasOwn(value, keyword));
