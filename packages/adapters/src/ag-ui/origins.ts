import type { AskOrigin } from '../ask.ts';

/** The run has ended with a question. */
export const interruptOrigin: AskOrigin = {
  protocol: 'ag-ui',
  kind: 'interrupt',
  answeredBy: 'resume',
};
