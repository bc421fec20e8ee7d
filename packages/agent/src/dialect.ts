import { createAgUiEncoder } from '@countersign/adapters/ag-ui/encode';
import type { EncodeEvent } from './run-segment.ts';

/** The encoder of one run for the protocol of its agent. One event may become several, or none. */
export function encoderFor(
  protocol: 'hai' | 'ag-ui',
  ids: { threadId: string; runId: string },
): EncodeEvent {
  if (protocol === 'hai') return (event) => [event];
  const encoder = createAgUiEncoder(ids);
  return (event) => encoder.encode(event);
}
