import type { AskOrigin } from '../ask.ts';

/** The run has ended with a question. */
export const interruptOrigin: AskOrigin = {
  protocol: 'ag-ui',
  kind: 'interrupt',
  answeredBy: 'resume',
};

/** A call that a person gives the result of. */
export const toolCallOrigin: AskOrigin = {
  protocol: 'ag-ui',
  kind: 'tool-call',
  answeredBy: 'result',
};
