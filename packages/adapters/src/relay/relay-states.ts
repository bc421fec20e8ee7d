import type { JsonObject } from '@countersign/json/json-object';
import { lose } from './losses.ts';
import type { RelayState, Written } from './neutral.ts';

const acpNames: Record<RelayState, string> = {
  submitted: 'created',
  working: 'in-progress',
  'input-required': 'awaiting',
  'auth-required': 'awaiting',
  completed: 'completed',
  canceled: 'cancelled',
  failed: 'failed',
  rejected: 'failed',
  unknown: 'in-progress',
};

/** The members of a run that say its state. */
export function writeAcpState(state: RelayState): Written<JsonObject> {
  const status = acpNames[state];
  switch (state) {
    case 'auth-required':
      return {
        value: { status, await_request: { metadata: { reason: 'auth' } } },
        lost: [lose('lost.state', { state, written: status })],
      };
    case 'rejected':
      return {
        value: { status, error: { code: 'invalid_input', message: 'rejected' } },
        lost: [lose('lost.state', { state, written: status })],
      };
    case 'unknown':
      return { value: { status }, lost: [lose('lost.state', { state, written: status })] };
    default:
      return { value: { status }, lost: [] };
  }
}

/** Whether the result of a tool is an error at this state. A question is none: the caller answers it. */
export const isMcpError = (state: RelayState): boolean =>
  state === 'canceled' || state === 'failed' || state === 'rejected';
