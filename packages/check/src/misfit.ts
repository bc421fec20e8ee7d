import { pointerOf } from '@countersign/json/json-pointer';
import type { WrittenStatement } from '@countersign/json/statement';
import { faultStatement } from '@countersign/json-schema/fault-statement';
import { judge } from '@countersign/json-schema/judge';
import type { SchemaFault } from '@countersign/json-schema/schema-fault';
import { few, seen } from './statements.ts';

/** Why a value does not fit a schema; null = it does, as far as can be judged. `counts`: which faults count. */
export function misfit(
  schema: unknown,
  value: unknown,
  counts: (fault: SchemaFault) => boolean = () => true,
): WrittenStatement | null {
  const faults = judge(schema, value).faults.filter(counts);
  if (faults.length === 0) return null;
  return few(
    faults.map((fault) =>
      seen('check.seen.not-fitting', {
        path: fault.path.length === 0 ? '/' : pointerOf(fault.path),
        fault: faultStatement(fault, (key) => key),
      }),
    ),
  );
}
