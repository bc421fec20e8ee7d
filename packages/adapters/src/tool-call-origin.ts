import type { AskOrigin } from './ask.ts';

/** A call whose result a person provides. */
export const toolCallOrigin: AskOrigin = {
  protocol: 'ag-ui',
  kind: 'tool-call',
  answeredBy: 'result',
};
