import type { Fault } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { shapeStatement } from '@countersign/json/shape-message';
import { readStatement } from '@countersign/json/statement';

/**
 * What zod says of a part of a request, in its English and as data. A refinement of our own has its statement in its parameters
 * (`statedIssue`); what zod says by itself is known by its text.
 */
export function issueFault(path: string, message: string, params: unknown): Fault {
  const own = isObject(params) ? readStatement(params['statement']) : null;
  const statement = own ?? shapeStatement(message);
  return statement === undefined ? { path, message } : { path, message, statement };
}
