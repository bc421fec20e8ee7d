import type { AskOrigin } from './ask.ts';

/** A call that a person gives the result of. */
export const toolCallOrigin: AskOrigin = {
  protocol: 'ag-ui',
  kind: 'tool-call',
  answeredBy: 'result',
};
