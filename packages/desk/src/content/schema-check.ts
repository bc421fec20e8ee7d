import { type Fault, faultAt } from '@countersign/json/fault';
import { pointerOf } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import { nearestFaults } from '@countersign/json-schema/check/nearest-faults';
import { faultStatement } from '@countersign/json-schema/fault-statement';
import { judge } from '@countersign/json-schema/judge';
import type { Unchecked } from '@countersign/json-schema/schema-fault';
import { say } from '../statements.ts';

/** Faults of a value. `unchecked` says in a sentence what could not be checked, and why. */
export interface SchemaVerdict {
  faults: Fault[];
  unchecked: string | null;
}

const maxFaults = 50;
/** Maximum nesting of schemas and values. */
export const maxDepth = 64;
const maxChars = 500_000;

/**
 * Faults of a value under a JSON Schema, paths as JSON Pointers. The console uses the same validator with the same limits: the work
 * for one answer is bounded, so it runs in the caller. A part of a schema that cannot be checked is the agent's fault and does
 * not keep an operator from answering: it is not reported as a fault, and the audit records that it was not checked.
 */
export function checkSchema(schema: unknown, value: unknown): SchemaVerdict {
  if (depthOf(value) > maxDepth) return refused(say('value.too-deep'));
  if (charsOf(value) > maxChars) return refused(say('value.too-large'));
  if (depthOf(schema) > maxDepth) return unjudged('The schema is nested too deeply.');
  if (charsOf(schema) > maxChars) return unjudged('The schema is too large.');
  const { faults, unchecked } = judge(schema, value);
  return {
    faults: nearestFaults(faults)
      .slice(0, maxFaults)
      .map((fault) => faultAt(pointerOf(fault.path), ended(faultStatement(fault, (name) => name)))),
    unchecked: unchecked.size === 0 ? null : [...unchecked].map((one) => reasons[one]).join(' '),
  };
}

const reasons: Record<Unchecked, string> = {
  'not-a-schema': 'The schema is not a JSON Schema.',
  'too-much':
    'The schema cannot be used in full: to judge by it takes more work than one answer may.',
  'too-deep': 'The schema cannot be used in full: it leads too deep.',
  reference: 'The schema cannot be used in full: it refers to what is not in the message.',
  pattern: 'The schema cannot be used in full: it has a pattern that cannot be judged.',
};

/** The English text of a fault is a complete sentence here. */
const ended = (said: WrittenStatement): WrittenStatement => ({ ...said, text: `${said.text}.` });

const refused = (said: WrittenStatement): SchemaVerdict => ({
  faults: [faultAt('', said)],
  unchecked: null,
});
const unjudged = (unchecked: string): SchemaVerdict => ({ faults: [], unchecked });

const charsOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Depth of nesting; stops counting just above the limit, so that it cannot overflow the stack. */
export function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return depth;
  let deepest = depth + 1;
  for (const member of Object.values(value)) {
    deepest = Math.max(deepest, depthOf(member, depth + 1));
  }
  return deepest;
}
