import { type ClientProtocol, clientProtocolSchema } from '@countersign/api/gateway';
import { memberOf } from '@countersign/json/json-object';
import { z } from 'zod';

/** How a task was requested through the gateway. It is in the context of its first run, so it is kept, exported and aged with the task. */
export const relayRecordSchema = z.object({
  /** Id of the operator or registrant. */
  caller: z.string(),
  protocol: clientProtocolSchema,
  service: z.string(),
  route: z.string(),
  /** The conversation, as the caller names it; null = it named none. */
  contextId: z.string().nullable(),
  /** The message that started it; null = it had no id. */
  messageId: z.string().nullable().optional(),
  /** What of the request its agent does not get, in English; absent = nothing. */
  lost: z.array(z.string()).optional(),
  /** Towards whom secrets are masked; absent = nobody. */
  mask: z.array(z.enum(['agent', 'caller'])).optional(),
});
export type RelayRecord = z.infer<typeof relayRecordSchema>;
export type { ClientProtocol };

const description = 'countersign.relayed-call';

export const recordEntry = (record: RelayRecord) => ({
  description,
  value: JSON.stringify(record),
});

/** The record in the input of a first run; null = the task was not requested through the gateway. */
export function recordIn(input: string): RelayRecord | null {
  try {
    const context = memberOf(JSON.parse(input), 'context');
    if (!Array.isArray(context)) return null;
    const entry = context.find((one) => memberOf(one, 'description') === description);
    const value = memberOf(entry, 'value');
    if (typeof value !== 'string') return null;
    const read = relayRecordSchema.safeParse(JSON.parse(value));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
