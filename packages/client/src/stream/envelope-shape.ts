import type { Envelope } from '@countersign/hai/envelope';
import { customName } from '@countersign/hai/event';

const has = (value: object, key: string, type: string): boolean =>
  key in value && typeof Reflect.get(value, key) === type;

/** Whether a value has the shape of an envelope. The event inside was parsed by the server and is trusted. */
export function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null) return false;
  const event: unknown = Reflect.get(value, 'event');
  const sequence: unknown = Reflect.get(value, 'sequence');
  return (
    has(value, 'threadId', 'string') &&
    has(value, 'position', 'number') &&
    has(value, 'receivedAt', 'number') &&
    has(value, 'agentId', 'string') &&
    Number.isSafeInteger(sequence) &&
    Number(sequence) > 0 &&
    typeof event === 'object' &&
    event !== null &&
    has(event, 'type', 'string')
  );
}

const runEdges: ReadonlySet<string> = new Set(['RUN_STARTED', 'RUN_FINISHED', 'RUN_ERROR']);
const isFactName = (name: string): boolean => name.startsWith('countersign.');

/** The server's own facts and the start and end of runs, which all lists depend on. An agent cannot send a fact. */
export const isFact = ({ agentId, event }: Envelope): boolean =>
  event.type === 'CUSTOM'
    ? agentId === 'countersign' && isFactName(event.name)
    : runEdges.has(event.type);

/** A fact about a prompt of a task that the stream does not follow: it contains a row in place of the whole prompt. */
export const isShortFact = ({ event }: Envelope): boolean =>
  event.type === 'CUSTOM' &&
  event.name === customName.prompt &&
  typeof event.value === 'object' &&
  event.value !== null &&
  'row' in event.value &&
  !('prompt' in event.value);

/** What an operator must see without delay: start and end of runs, facts, prompts, confirmed controls. */
export const isUrgent = ({ event }: Envelope): boolean =>
  event.type === 'CUSTOM'
    ? isFactName(event.name) ||
      event.name === customName.upformat ||
      event.name === customName.control
    : runEdges.has(event.type);
