import { type Fault, faultAt } from '@countersign/json/fault';
import { pointerOf } from '@countersign/json/json-pointer';
import type { z } from 'zod';
import { say } from '../statements.ts';

type Complaint = z.core.$ZodIssue;

/** Faults found by zod, as JSON Pointers and messages; of a union only those of the most likely branch. */
export function problemsOf(
  complaints: readonly Complaint[],
  at: readonly PropertyKey[] = [],
): Fault[] {
  return complaints.flatMap((complaint) => {
    const path = [...at, ...complaint.path];
    if (complaint.code === 'invalid_union' && complaint.errors.length > 0) {
      // The branch with the deepest fault is the most likely one.
      const [nearest] = complaint.errors.toSorted((left, right) => reach(right) - reach(left));
      if (nearest !== undefined && reach(nearest) > 0) return problemsOf(nearest, path);
    }
    return [faultOf(pointerOf(path), complaint)];
  });
}

const reach = (complaints: readonly Complaint[]): number =>
  Math.max(0, ...complaints.map(({ path }) => path.length));

function faultOf(path: string, complaint: Complaint): Fault {
  const isAbsent = complaint.code === 'invalid_type' && complaint.message.endsWith('undefined');
  return isAbsent ? faultAt(path, say('message.required')) : { path, message: complaint.message };
}
