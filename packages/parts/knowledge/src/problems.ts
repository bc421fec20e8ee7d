import { say } from '@countersign/api/statements';
import type { Fault } from '@countersign/json/fault';
import type { WrittenStatement } from '@countersign/json/statement';
import { ProblemError, quoted } from '@countersign/server/http/problem';

export const unknownKnowledge = (id: string): ProblemError =>
  new ProblemError('not-found', say('knowledge.unknown', { id }));

export const changedMeanwhile = (): ProblemError =>
  new ProblemError('memory-changed', say('knowledge.changed'));

/** With the faults of what was sent; the first one is the detail if no other is given. */
export function refusedKnowledge(
  detail: WrittenStatement | null,
  faults: readonly Fault[] = [],
): ProblemError {
  const [first] = faults;
  const said = detail ?? (first === undefined ? say('knowledge.refused') : statementOf(first));
  return new ProblemError('knowledge-refused', said, faults.length === 0 ? {} : { errors: faults });
}

const statementOf = ({ path, message, statement }: Fault): WrittenStatement =>
  path === '' && statement !== undefined
    ? { text: message, statement }
    : quoted(`${path} ${message}`.trim());
