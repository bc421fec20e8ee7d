import type { AskOrigin } from '../ask.ts';

/** The run waits for a message of a person. */
export const awaitingOrigin: AskOrigin = {
  protocol: 'acp',
  kind: 'awaiting',
  answeredBy: 'resume',
  label: 'Run awaits an answer',
};
