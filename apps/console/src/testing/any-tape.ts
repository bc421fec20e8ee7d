import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import type { PatchOperation } from '@countersign/json/patch-operation';
import fc from 'fast-check';

/** Envelopes of one task `t`, numbered from 1, ten milliseconds apart, for tests. */
export const envelopesOf = (events: readonly HaiEvent[], agentId = 'demo'): Envelope[] =>
  events.map((event, index) => ({
    position: index + 1,
    threadId: 't',
    runId: 'r',
    sequence: index + 1,
    receivedAt: 1_000 + index * 10,
    agentId,
    event,
  }));

const pointer = fc.constantFrom('', '/a', '/a/0', '/a/1', '/b', '/b/c', '/b/c/d');
const value = fc.constantFrom<unknown>(1, 'x', null, [], [1, 2], {}, { c: 1 }, { c: { d: 2 } });
const operation: fc.Arbitrary<PatchOperation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add' as const, 'replace' as const), path: pointer, value }),
  fc.record({ op: fc.constant('remove' as const), path: pointer }),
);

/** Any events that meet each other: messages, calls, steps, and a document that is patched, also wrongly. */
export const anyEvents = (maxLength: number): fc.Arbitrary<HaiEvent[]> => {
  const id = fc.constantFrom('one', 'two');
  return fc.array(
    fc.oneof(
      fc.array(operation, { minLength: 1, maxLength: 2 }).map(
        (delta): HaiEvent => ({
          type: 'STATE_DELTA',
          delta,
        }),
      ),
      value.map((snapshot): HaiEvent => ({ type: 'STATE_SNAPSHOT', snapshot })),
      id.map(
        (messageId): HaiEvent => ({ type: 'BUSINESS_DATA_START', messageId, role: 'assistant' }),
      ),
      id.map((messageId): HaiEvent => ({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: 'w' })),
      id.map((messageId): HaiEvent => ({ type: 'BUSINESS_DATA_END', messageId })),
      id.map(
        (toolCallId): HaiEvent => ({ type: 'TOOL_CALL_START', toolCallId, toolCallName: 'find' }),
      ),
      id.map((toolCallId): HaiEvent => ({ type: 'TOOL_CALL_END', toolCallId })),
      id.map((stepName): HaiEvent => ({ type: 'STEP_STARTED', stepName })),
      id.map((stepName): HaiEvent => ({ type: 'STEP_FINISHED', stepName })),
    ),
    { maxLength, size: 'max' },
  );
};
