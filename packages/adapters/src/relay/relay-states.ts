import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { lose } from './losses.ts';
import { type RelayState, relayStates, type Written } from './neutral.ts';

/** The state of a task of A2A 0.3.0: the neutral names are its names. */
export const readA2aState = (state: unknown): RelayState =>
  relayStates.find((known) => known === state) ?? 'unknown';

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

const acpStates: Readonly<Record<string, RelayState>> = {
  created: 'submitted',
  'in-progress': 'working',
  cancelling: 'working',
  cancelled: 'canceled',
  completed: 'completed',
  failed: 'failed',
};

/** The state of a run of ACP. A run that waits for a person to sign in says so in the metadata of what it asks. */
export function readAcpState(run: JsonObject): RelayState {
  const { status } = run;
  if (status === 'awaiting') {
    const reason = memberOf(memberOf(run['await_request'], 'metadata'), 'reason');
    return reason === 'auth' ? 'auth-required' : 'input-required';
  }
  return typeof status === 'string' && Object.hasOwn(acpStates, status)
    ? (acpStates[status] ?? 'unknown')
    : 'unknown';
}

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
