import type { AskOrigin } from '../ask.ts';

/** The run ended with a question. */
export const interruptOrigin: AskOrigin = {
  protocol: 'ag-ui',
  kind: 'interrupt',
  answeredBy: 'resume',
};
