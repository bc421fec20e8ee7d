import { callIn } from '@countersign/adapters/affordance/record';
import type { Reading } from '@countersign/server/store/port';
import { recordIn } from '../relayed/relay-record.ts';
import { firstInputOf } from '../rows/runs.ts';

/** Who requested a task from outside, over the gateway or as an agent that calls; null = an operator did. */
export async function callerOfTask(reading: Reading, taskId: string): Promise<string | null> {
  const first = await firstInputOf(reading, taskId);
  if (first === undefined) return null;
  const record = recordIn(first.input);
  if (record !== null) return record.caller;
  const call = callIn(JSON.parse(first.input));
  return call === null ? null : callerOfCall(call);
}

/** An operator calls without a profile. */
export const callerOfCall = ({
  profile,
  caller,
}: {
  profile: string | null;
  caller: string;
}): string | null => (profile === null ? null : caller);
