import type { Task } from '@countersign/api/task';
import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';

const taskId = 'parade';
const runId = 'parade-run';
const agentId = 'sampler';

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAAAwCAIAAABhdOiYAAAAcklEQVR42u3ZoQ0AIAwEQCZjGaZGINgDwQjF1NBLXn/Sc5+2uU+YPlaYX3saIECAAAECBAgQIECAACUAVT7+pQcQIECAAAECBAgQIECAMoCMVWseECBAgAABAgQIECBA/mLWPCBAgAABAgQIECBAgAoAXVTj1iwsGukXAAAAAElFTkSuQmCC';

const say = (
  messageId: string,
  ...deltas: (string | { output: { type: string } & Record<string, unknown>; blockId?: string })[]
): HaiEvent[] => [
  { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' },
  ...deltas.map((delta): HaiEvent => {
    if (typeof delta === 'string') return { type: 'BUSINESS_DATA_CONTENT', messageId, delta };
    const { blockId, output } = delta;
    return {
      type: 'BUSINESS_DATA_CONTENT',
      messageId,
      delta: { output },
      ...(blockId ? { blockId } : {}),
    };
  }),
  { type: 'BUSINESS_DATA_END', messageId },
];
const output = (type: string, members: Record<string, unknown>, blockId?: string) => ({
  output: { type, ...members },
  ...(blockId ? { blockId } : {}),
});
const call = (toolCallId: string, toolCallName: string, args: string): HaiEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta: args },
  { type: 'TOOL_CALL_END', toolCallId },
];

const markdown = `# Findings

The agent **looked at** \`checkout-sdk\` and a [report](https://example.org/report). It also tried
[something it may not](javascript:alert(1)) and ![a picture](https://tracker.example/pixel.png?user=1), and <b>HTML</b>.

1. first
2. second
   - nested

| Region | Rate | Free |
| --- | --: | --- |
| Leipzig | 94 | 22 |
| Halle | 88 | 9 |

> Quoted from the brief.

\`\`\`ts
const total = rates.reduce((sum, rate) => sum + rate, 0);
\`\`\``;

/** Thinking, and a message in Markdown. */
const textStep = (): HaiEvent[] => [
  { type: 'STEP_STARTED', stepName: 'Text' },
  ...say(
    'm-thinking',
    output('thinking', {
      data: {
        content: 'A table says this best, with the figures beside it.',
        elapsed: 3.2,
        thinking: false,
        collapse: true,
      },
    }),
    markdown,
  ),
  { type: 'STEP_FINISHED', stepName: 'Text' },
];

/** Calls that end well and badly, and a list of tools at work. */
const toolStep = (): HaiEvent[] => [
  { type: 'STEP_STARTED', stepName: 'Tools' },
  ...call('t-ok', 'search_profiles', '{"near":"Leipzig","radiusKm":80}'),
  { type: 'TOOL_CALL_RESULT', toolCallId: 't-ok', content: { total: 214, kept: 31 } },
  ...call('t-bad', 'geocode', '{"q":"Halle"}'),
  {
    type: 'TOOL_CALL_RESULT',
    toolCallId: 't-bad',
    error: 'The provider refused: 429, try again in 30 s',
  },
  ...say(
    'm-tools',
    output('toolCallShow', {
      id: 'checks',
      data: {
        title: 'Checks per candidate',
        icon: 'list',
        tools: [
          { id: 'a', name: 'Availability', description: 'all 31 asked, 22 free', progress: 100 },
          {
            id: 'b',
            name: 'Travel time',
            description: '16 of 22 routes',
            progress: 73,
            data: { data: [{ type: 'text', content: 'Slowest: **Halle**, 41 minutes' }] },
          },
          { id: 'c', name: 'Conflicts', description: 'after travel time', progress: 0 },
        ],
      },
    }),
  ),
  { type: 'STEP_FINISHED', stepName: 'Tools' },
];

/** One agent hands work to another. */
const handOver = (): HaiEvent[] => [
  { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from: agentId, to: 'email-tool', messageId: 'x1' },
  {
    type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
    messageId: 'x1',
    delta: { task: { id: '1', name: 'Send two invitations' } },
  },
  { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 'x1' },
];

/** Outputs of every type, one of them unknown. */
const outputs = (): HaiEvent[] => [
  ...say(
    'm-genui',
    output('fold', { data: { title: 'Figures', fold: false, position: 'start' } }),
    output('table', {
      columns: ['Name', 'Rate', 'Note'],
      rows: [
        ['Ines Vogel', 96, 'free on 7 December'],
        ['Tomasz Król', 88, null],
      ],
    }),
    output('chart', {
      title: 'Rates by month',
      series: [
        { name: 'Median', data: [88, 91, 94] },
        { name: 'Best', data: [72, 75, 79] },
      ],
    }),
    output('fold', { data: { position: 'end' } }),
    output('icon', { data: { icon: 'map-pin', color: 'red' } }, 'actions'),
    output('button', { data: { name: 'Rank again within 30 minutes' } }, 'actions'),
    output('progress', { value: 0.4, label: 'Geocoding' }),
    output('image', { base64: dot, mimeType: 'image/png', name: 'map.png' }),
    output('image', { url: 'https://cdn.example/route.png', name: 'route.png' }),
    output('file', { base64: 'bmFtZSxyYXRlCg==', mimeType: 'text/csv', name: 'rates.csv' }),
    output('form', { schema: { type: 'object', properties: { radiusKm: { type: 'integer' } } } }),
    output('hologram', { depth: 3 }),
  ),
];

/** A document, and a patch of which one operation does not apply. */
const sharedState = (): HaiEvent[] => [
  {
    type: 'STATE_SNAPSHOT',
    snapshot: {
      phase: 'showing',
      parts: ['text', 'tools', 'figures'],
      limits: { rate: 110, travel: 60 },
    },
  },
  {
    type: 'STATE_DELTA',
    delta: [
      { op: 'replace', path: '/limits/travel', value: 30 },
      { op: 'replace', path: '/workflowItems/0/status', value: 'done' },
    ],
  },
];

/** Every kind of thing that a stream can show, once. */
const events = (): HaiEvent[] => [
  { type: 'RUN_STARTED', threadId: taskId, runId },
  ...textStep(),
  ...toolStep(),
  ...handOver(),
  ...outputs(),
  ...sharedState(),
  { type: 'CUSTOM', name: 'vendor.telemetry', value: { spanId: 'a1', ms: 12 } },
  { type: 'RUN_FINISHED', threadId: taskId, runId },
];

/** A made-up task that shows every part of the stream, for looking and for tests. */
export function allPartsTask(startedAt: number): { task: Task; envelopes: Envelope[] } {
  const anomaly: HaiEvent = {
    type: 'CUSTOM',
    name: 'countersign.anomaly',
    value: {
      kind: 'frame-rejected',
      agentId,
      detail: 'A content event without a messageId',
      issues: [{ path: '/messageId', message: 'expected a string' }],
      raw: '{"type":"BUSINESS_DATA_CONTENT","delta":"?"}',
    },
  };
  const list = events();
  const all = [...list.slice(0, -1), anomaly, ...list.slice(-1)];
  const envelopes = all.map(
    (event, index): Envelope => ({
      position: index + 1,
      threadId: taskId,
      runId,
      sequence: index + 1,
      receivedAt: startedAt + index * 700,
      agentId: event === anomaly ? 'countersign' : agentId,
      event,
    }),
  );
  const endedAt = startedAt + all.length * 700;
  const task: Task = {
    id: taskId,
    title: 'Every part of the stream',
    agentId,
    agentName: 'Sampler',
    agents: [agentId],
    runId,
    runStatus: 'finished',
    state: null,
    openPrompts: { blocking: 0, followup: 0 },
    startedAt,
    updatedAt: endedAt,
    endedAt,
    counts: { events: all.length, anomalies: 2 },
    controls: [],
    can: { pause: 'hold', stop: 'close', message: 'new-run' },
  };
  return { task, envelopes };
}
