import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { nearestFaults } from '@countersign/json-schema/check/nearest-faults';
import { faultStatement } from '@countersign/json-schema/fault-statement';
import { type Judgement, judge } from '@countersign/json-schema/judge';
import { nodeForValue } from '@countersign/json-schema/node-for-value';
import { meantTypes } from '@countersign/json-schema/node-type';
import type { SchemaFault, Unchecked } from '@countersign/json-schema/schema-fault';
import type { SchemaNode } from '@countersign/json-schema/schema-members';
import { statementSentence } from '../../../text/statements/statements.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { titleOf } from '../field-text.ts';

/** One error of a value: its place (JSON Pointer) and message. */
export interface FieldError {
  path: string;
  message: string;
}

/** The last validation of a schema, cached: the form, the summary and the send button need it at every key. */
const last = new WeakMap<object, { value: unknown; judgement: Judgement }>();

function judgementOf(schema: SchemaNode, value: unknown): Judgement {
  const known = last.get(schema);
  if (known !== undefined && known.value === value) return known.judgement;
  const judgement = judge(schema, value === undefined ? nothingYet(schema) : value);
  last.set(schema, { value, judgement });
  return judgement;
}

/** A missing value is an empty group if the schema requires an object. */
const nothingYet = (schema: SchemaNode) =>
  meantTypes(nodeForValue(schema, schema, undefined))[0] === 'object' ? {} : null;

function wordsOf(fault: SchemaFault): string {
  const { statement, text } = faultStatement(fault, (key) => titleOf({}, key));
  return statementSentence(statement, text);
}

/** Checks a value against an agent's schema. What cannot be checked gives no fault: the server uses the same rules. */
export function validateValue(schema: unknown, value: unknown): FieldError[] {
  if (!isObject(schema)) return [];
  return nearestFaults(judgementOf(schema, value).faults).map((fault) => ({
    path: pointerOf(fault.path),
    message: visibleText(wordsOf(fault)),
  }));
}

/** Why a part of a value was left to the server to check; empty when everything was checked here. */
export function uncheckedIn(schema: unknown, value: unknown): Unchecked[] {
  return isObject(schema) ? [...judgementOf(schema, value).unchecked] : [];
}
