import type { EncodeEvent } from './run.ts';

/** The encoder of one run in the dialect of its agent. */
export function encoderFor(_protocol: 'hai' | 'ag-ui'): EncodeEvent {
  return (event) => [event];
}
