import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';

/** The same story in both vocabularies: the input of the two folds. */
export interface Workload {
  name: string;
  /** The unit: events, except for patches. */
  unit: 'events/s' | 'patches/s';
  count: number;
  /** Folded before the measurement. */
  history: readonly HaiEvent[];
  events: readonly HaiEvent[];
  /** Fewer of the same kind for the peer where it would take minutes; rates are compared, not times. */
  peerEvents: readonly HaiEvent[];
}

const text = (messageId: string, deltas: number): HaiEvent[] => [
  { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' },
  ...Array.from(
    { length: deltas },
    (_, index): HaiEvent => ({
      type: 'BUSINESS_DATA_CONTENT',
      messageId,
      delta: `token ${index} `,
    }),
  ),
  { type: 'BUSINESS_DATA_END', messageId },
];

const history = (messages: number): HaiEvent[] =>
  Array.from({ length: messages }, (_, index) => text(`old-${index}`, 3)).flat();

/** About 100 KB of shared state: 400 rows of four fields. */
function document(): Record<string, unknown> {
  return {
    rows: Array.from({ length: 400 }, (_, index) => ({
      id: `row-${index}`,
      status: 'waiting',
      note: 'x'.repeat(170),
      score: index / 400,
    })),
  };
}

const toolCall = (index: number): HaiEvent[] => {
  const toolCallId = `call-${index}`;
  return [
    { type: 'TOOL_CALL_START', toolCallId, toolCallName: 'search' },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: '{"query":' },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: `"${index}"` },
    { type: 'TOOL_CALL_ARGS', toolCallId, delta: '}' },
    { type: 'TOOL_CALL_END', toolCallId },
    { type: 'TOOL_CALL_RESULT', toolCallId, messageId: `result-${index}`, content: 'found 12' },
  ];
};

const toolCalls = (count: number): HaiEvent[] =>
  Array.from({ length: count }, (_, index) => toolCall(index)).flat();

const deltas = (count: number): HaiEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'STATE_DELTA',
    delta: [{ op: 'replace', path: `/rows/${index % 400}/status`, value: `at ${index}` }],
  }));

/** The four workloads of the performance page. */
export function workloads(): Workload[] {
  return [
    {
      name: '10,000 text deltas into one message',
      unit: 'events/s',
      count: 10_000,
      history: [],
      events: text('m', 10_000),
      peerEvents: text('m', 10_000),
    },
    {
      name: '10,000 text deltas after 1,000 messages',
      unit: 'events/s',
      count: 10_000,
      history: history(1_000),
      events: text('m', 10_000),
      peerEvents: text('m', 1_000),
    },
    {
      name: '5,000 state deltas on 100 KB of state',
      unit: 'patches/s',
      count: 5_000,
      history: [{ type: 'STATE_SNAPSHOT', snapshot: document() }],
      events: deltas(5_000),
      peerEvents: deltas(1_000),
    },
    {
      name: '2,000 tool calls (12,000 events)',
      unit: 'events/s',
      count: 12_000,
      history: [],
      events: toolCalls(2_000),
      // The peer gets slower with every call: a quarter of them is to its advantage.
      peerEvents: toolCalls(500),
    },
  ];
}

export const threadId = 'bench';
export const runId = 'run';

/** As the server's journal would deliver them. */
export function envelopesOf(events: readonly HaiEvent[], after = 0): Envelope[] {
  return events.map((event, index) => ({
    position: after + index + 1,
    threadId,
    runId,
    sequence: after + index + 1,
    receivedAt: 1_700_000_000_000 + index,
    agentId: 'bench',
    event,
  }));
}
