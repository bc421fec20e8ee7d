import { EventSchemas } from '@ag-ui/core/schemas';
import { eventSchema, type HaiEvent } from '@countersign/hai/event';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventDecoder } from '../decode.ts';
import { createAgUiEncoder } from './encode.ts';

const id = fc.constantFrom('a', 'b', 'c');
const json = fc
  .jsonValue({ maxDepth: 3 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'));
const role = fc.constantFrom('user', 'assistant', 'reasoning', 'tool', 'other');

const thinking = fc.record({
  type: fc.constant('thinking'),
  data: fc.record({ content: fc.string(), thinking: fc.boolean() }, { requiredKeys: [] }),
});
const output = fc.oneof(
  fc.record({ type: fc.constant('text'), content: fc.string() }),
  thinking,
  fc.record({ type: fc.constantFrom('icon', 'table', 'button'), data: json }),
);
const operation = fc.record(
  {
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
    path: fc.constantFrom('', '/a', '/a/0', 'a', '/~2'),
    from: fc.constantFrom('/b', 'b'),
    value: json,
  },
  { requiredKeys: ['op', 'path'] },
);

/** Members every event may have, unusual ones included. */
const around = fc.record(
  {
    timestamp: fc.oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    rawEvent: json,
    metadata: fc.dictionary(
      fc.constantFrom('agentId', 'runId', 'hai', 'x'),
      fc.oneof(json, fc.constant({ type: 'STEP_STARTED', stepName: 's' })),
    ),
    blockId: fc.string(),
    extension: json,
  },
  { requiredKeys: [] },
);

const of = (
  type: HaiEvent['type'],
  members: Record<string, fc.Arbitrary<unknown>>,
  required: string[] = [],
) =>
  fc
    .tuple(fc.record(members, { requiredKeys: required }), around)
    .map(([own, others]) => ({ ...others, ...own, type }));

const event = fc
  .oneof(
    of('RUN_STARTED', { threadId: id, runId: id, input: json, role, messageId: id }),
    of('RUN_FINISHED', { threadId: id, runId: id, outcome: json, result: json }),
    of('RUN_ERROR', { message: fc.string(), code: id }, ['message']),
    of('STEP_STARTED', { stepName: id }, ['stepName']),
    of('STEP_FINISHED', { stepName: id }, ['stepName']),
    of('BUSINESS_DATA_START', { messageId: id, role, name: id }, ['messageId']),
    of(
      'BUSINESS_DATA_CONTENT',
      { messageId: id, delta: fc.oneof(fc.string(), fc.record({ output })) },
      ['messageId', 'delta'],
    ),
    of('BUSINESS_DATA_END', { messageId: id, role }, ['messageId']),
    of('AGENT_COLLABORATIVE_MESSAGE_START', { from: id, to: id, messageId: id }, ['from', 'to']),
    of('AGENT_COLLABORATIVE_MESSAGE_CONTENT', { messageId: id, delta: json }, ['delta']),
    of('AGENT_COLLABORATIVE_MESSAGE_END', { messageId: id, error: json, result: json }),
    of('TOOL_CALL_START', { toolCallId: id, toolCallName: id, parentMessageId: id }, [
      'toolCallId',
      'toolCallName',
    ]),
    of('TOOL_CALL_ARGS', { toolCallId: id, delta: fc.string() }, ['toolCallId', 'delta']),
    of('TOOL_CALL_END', { toolCallId: id }, ['toolCallId']),
    of('TOOL_CALL_RESULT', { toolCallId: id, messageId: id, content: json, role, error: id }, [
      'toolCallId',
    ]),
    of('STATE_SNAPSHOT', { snapshot: json }, ['snapshot']),
    of('STATE_DELTA', { delta: fc.array(operation) }, ['delta']),
    of(
      'MESSAGE_SNAPSHOT',
      {
        messages: fc.array(
          fc.record(
            { id, role: fc.constantFrom('user', 'assistant', 'tool', 'activity'), content: json },
            { requiredKeys: ['id', 'role'] },
          ),
        ),
      },
      ['messages'],
    ),
    of(
      'CUSTOM',
      {
        name: fc.constantFrom('n', 'hai.event', 'hai.output', 'ag-ui.REASONING_END', 'ag-ui.X'),
        value: fc.oneof(
          json,
          fc.record({ type: fc.constant('REASONING_END'), messageId: id, timestamp: fc.nat() }),
          fc.constant({ type: 'STEP_STARTED', stepName: 's' }),
        ),
      },
      ['name'],
    ),
    of('RAW', { event: json, source: id }, ['event']),
  )
  .map((value) => eventSchema.parse(JSON.parse(JSON.stringify(value))));

/** Encoded as AG-UI and decoded again; the AG-UI in between is checked by its own schemas. */
const thereAndBack = (events: readonly HaiEvent[]) => {
  const encoder = createAgUiEncoder({ threadId: 't', runId: 'r' });
  const decoder = createEventDecoder();
  return events.flatMap((each) =>
    encoder.encode(each).flatMap((one) => {
      expect(EventSchemas.safeParse(one).error).toBeUndefined();
      const { events: decoded, issues } = decoder.decode(JSON.stringify(one));
      expect(issues).toEqual([]);
      return decoded;
    }),
  );
};

it('HAI to AG-UI and back keeps every event, and the AG-UI in between is valid', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      expect(thereAndBack(events)).toEqual(events);
    }),
    { numRuns: runs(1000) },
  );
});

const agUiEvent = fc.record(
  {
    type: fc.constantFrom(...EventSchemas.options.map((option) => option.shape.type.value)),
    messageId: id,
    toolCallId: id,
    toolCallName: id,
    subagentRunId: id,
    parentSubagentRunId: id,
    name: id,
    description: id,
    activityType: id,
    delta: fc.string(),
    message: id,
    stepName: id,
    timestamp: fc.nat(),
    metadata: fc.dictionary(id, json),
    value: json,
    content: fc.constant({ a: 1 }),
  },
  {
    requiredKeys: [
      'type',
      'messageId',
      'toolCallId',
      'name',
      'message',
      'stepName',
      'toolCallName',
    ],
  },
);

it('events decoded from AG-UI are the same after encoding and decoding again', () => {
  fc.assert(
    fc.property(fc.array(agUiEvent, { maxLength: 20 }), (foreign) => {
      const decoder = createEventDecoder();
      // As text, since it is received as text: JSON has no negative zero.
      const events = foreign.flatMap((each) => decoder.decode(JSON.stringify(each)).events);
      expect(thereAndBack(events)).toEqual(events);
    }),
    { numRuns: runs(500) },
  );
});
