import type { HaiEvent } from '@countersign/hai/event';

/** The text of the last message: when it is on screen, the whole run is. */
export const lastWords = 'These are the last words of the run.';

const words = ['cell', 'candidate', '**ranked**', 'within', 'limits', '`pci`', 'travel', 'minutes'];

/** One turn of an agent: 98 events. A step with reasoning in words, four tool calls and ten changes of the state. */
function turn(index: number): HaiEvent[] {
  const messageId = `m${index}`;
  const stepName = `turn ${index}`;
  const calls = Array.from({ length: 4 }, (_, call): HaiEvent[] => {
    const toolCallId = `t${index}-${call}`;
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search_profiles' },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"near":' },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: `"Leipzig","radius":${index}` },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: '}' },
      { type: 'TOOL_CALL_END', toolCallId },
      { type: 'TOOL_CALL_RESULT', toolCallId, content: { total: index, kept: call } },
    ];
  }).flat();
  return [
    { type: 'STEP_STARTED', stepName },
    { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' },
    ...Array.from(
      { length: 60 },
      (_, word): HaiEvent => ({
        type: 'BUSINESS_DATA_CONTENT',
        messageId,
        delta: `${words[(index + word) % words.length]}${word % 12 === 11 ? '\n\n- ' : ' '}`,
      }),
    ),
    { type: 'BUSINESS_DATA_END', messageId },
    ...calls,
    ...Array.from(
      { length: 10 },
      (_, change): HaiEvent => ({
        type: 'STATE_DELTA',
        delta: [{ op: 'add', path: `/rows/${(index * 10 + change) % 400}`, value: { at: index } }],
      }),
    ),
    { type: 'STEP_FINISHED', stepName },
  ];
}

/** A run of at least `count` events that ends with `lastWords`. */
export function* longRun(count: number): Generator<HaiEvent> {
  yield { type: 'STATE_SNAPSHOT', snapshot: { rows: {} } };
  for (let index = 0; index * 98 < count; index += 1) yield* turn(index);
  const messageId = 'last';
  yield { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' };
  yield { type: 'BUSINESS_DATA_CONTENT', messageId, delta: lastWords };
  yield { type: 'BUSINESS_DATA_END', messageId };
}
