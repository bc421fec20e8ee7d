import type { Envelope } from '@countersign/hai/envelope';
import type { HaiEvent } from '@countersign/hai/event';
import { causeOf } from '@countersign/thread/cause';

/** What is kept of every event of a task: enough to list, filter and search it. */
export interface EventRow {
  sequence: number;
  /** Time of receipt, epoch ms. */
  at: number;
  /** The time the event itself carries, epoch ms; null = none. */
  stampedAt: number | null;
  /** The actual sender. */
  agentId: string;
  /** The event type; of a custom event its name. */
  type: string;
  /** One line of its content. */
  label: string;
  /** The start of its JSON text, lower case, to search in. */
  text: string;
  /** Of a piece of a text that is received in parts: which text, and the piece as received. */
  piece?: { of: string; text: string };
  /** Kind of the anomaly it reports, and the agent on whose stream it occurred. */
  anomaly: { kind: string; agentId: string } | null;
}

const searchedChars = 400;
const labelChars = 160;

/** A short copy: a slice of a long text would keep the whole of it alive. */
const shortened = (text: string, length: number) =>
  text.length <= length ? text : [...text.slice(0, length)].join('');

/** Reduces an envelope to its row. */
export function eventRowOf(envelope: Envelope): EventRow {
  const { event, sequence, receivedAt } = envelope;
  const stamp = event.timestamp;
  return {
    sequence,
    at: receivedAt,
    stampedAt: stamp ?? null,
    agentId: causeOf(envelope).speaker,
    type: event.type === 'CUSTOM' ? event.name : event.type,
    label: shortened(labelOf(event).replace(/\s+/g, ' ').trim(), labelChars),
    text: shortened(JSON.stringify(event), searchedChars).toLowerCase(),
    anomaly: anomalyOf(event),
    ...pieceOf(envelope),
  };
}

/** Texts, thoughts and arguments arrive in pieces, often a word long. */
function pieceOf({ event, agentId }: Envelope): Pick<EventRow, 'piece'> {
  if (!('delta' in event) || typeof event.delta !== 'string') return {};
  const id =
    'messageId' in event ? event.messageId : 'toolCallId' in event ? event.toolCallId : undefined;
  if (typeof id !== 'string') return {};
  return {
    piece: { of: `${event.type} ${agentId} ${id}`, text: shortened(event.delta, labelChars) },
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value)?.slice(0, labelChars) ?? '');

function memberOf(value: unknown, ...names: string[]): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  const members = new Map<string, unknown>(Object.entries(value));
  return names
    .flatMap((name) => {
      const held = members.get(name);
      return held === undefined || held === null ? [] : [textOf(held)];
    })
    .join(' ');
}

function labelOf(event: HaiEvent): string {
  switch (event.type) {
    case 'STATE_DELTA':
      return event.delta.map(({ op, path }) => `${op} ${path || '/'}`).join(', ');
    case 'STATE_SNAPSHOT':
      return textOf(event.snapshot);
    case 'BUSINESS_DATA_CONTENT':
      return textOf(event.delta);
    case 'TOOL_CALL_ARGS':
      return event.delta;
    case 'CUSTOM':
      return customLabel(event.value);
    default:
      return memberOf(
        event,
        'toolCallName',
        'stepName',
        'role',
        'message',
        'content',
        'delta',
        'messageId',
        'toolCallId',
        'runId',
      );
  }
}

function customLabel(value: unknown): string {
  if (typeof value !== 'object' || value === null) return textOf(value);
  const said = memberOf(value, 'change', 'kind', 'state', 'ask', 'explanation', 'action', 'detail');
  return said === '' ? textOf(value) : said;
}

function anomalyOf(event: HaiEvent): EventRow['anomaly'] {
  if (event.type !== 'CUSTOM' || event.name !== 'countersign.anomaly') return null;
  return {
    kind: memberOf(event.value, 'kind') || 'anomaly',
    agentId: memberOf(event.value, 'agentId'),
  };
}
