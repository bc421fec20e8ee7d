import { isPlaceholder } from '@countersign/adapters/known-calls';
import { controlConfirmationSchema } from '@countersign/hai/agent-descriptor';
import { customName, type HaiEvent } from '@countersign/hai/event';
import { isMarkedByServer, type Sender } from '@countersign/hai/sender';
import { endOf } from '@countersign/thread/end-of-run';
import type { IngestEvent } from './ingest-item.ts';

const notableTypes = new Set(['RUN_STARTED', 'RUN_FINISHED', 'RUN_ERROR']);

/**
 * Only the server may mark an event as its own, to end a run that the agent has not ended, and in its own words: a statement without
 * the mark is not shown.
 */
export function withoutServersMark(event: HaiEvent): HaiEvent {
  if (!isMarkedByServer(event)) return event;
  const { source: _, ...metadata } = event.metadata ?? {};
  return { ...event, metadata };
}

/** The meaning of an event for the server, apart from its questions. */
export function understand(event: HaiEvent, sender: Sender): IngestEvent {
  const { relayedFor, sourceRun } = sender;
  const relayed = relayedFor !== null || sourceRun !== null;
  return {
    kind: 'event',
    json: JSON.stringify(event),
    speaker: sender.id,
    relayedFor,
    sourceRun,
    notable: notableTypes.has(event.type),
    lifecycle: lifecycleOf(event, relayed),
    up: null,
    asks: [],
    settlesCall:
      event.type === 'TOOL_CALL_RESULT' && !isPlaceholder(event.content) ? event.toolCallId : null,
    control: relayed ? null : confirmationOf(event),
  };
}

function lifecycleOf(event: HaiEvent, relayed: boolean): IngestEvent['lifecycle'] {
  if (event.type === 'RUN_STARTED') return relayed ? null : 'started';
  if (event.type !== 'RUN_FINISHED' && event.type !== 'RUN_ERROR') return null;
  if (relayed) return 'relayed-end';
  const end = endOf(event);
  return end === 'lost' || end === 'cut-off' ? 'failed' : end;
}

function confirmationOf(event: HaiEvent): IngestEvent['control'] {
  if (event.type !== 'CUSTOM' || event.name !== customName.control) return null;
  const parsed = controlConfirmationSchema.safeParse(event.value);
  return parsed.success ? parsed.data : null;
}

/** The UpFormat message an event carries, valid or not; undefined = none. */
export function upMessageOf(event: HaiEvent): unknown {
  if (event.type === 'CUSTOM' && event.name === customName.upformat) return event.value ?? null;
  if (event.type !== 'BUSINESS_DATA_CONTENT' || typeof event.delta === 'string') return undefined;
  const { output } = event.delta;
  return output.type === 'upformat' ? (output['message'] ?? null) : undefined;
}
