import { plural } from '../count.ts';

/** Texts about the exact bytes. */
export const bytesText = {
  title: 'Exact bytes',
  note: 'The key is created when the answer is sent, so that a repeated request counts once.',
  missing: 'Choose and complete an answer to see what will be sent.',
  keyPlaceholder: '(created when sent)',
  view: 'View',
  request: 'Request',
  feedback: 'Feedback',
  agent: 'What the agent receives',
  canonical: 'Canonical (RFC 8785)',
  bytes: (count: number) => plural(count, { one: '# byte', other: '# bytes' }),
  copyCurl: 'Copy as curl',
  seal: 'Seal, sha256 of what is shown to you',
  default: 'If nobody answers in time',
  asFeedback: 'Posted to the open run.',
  asRun: 'Sent with a new run of the task.',
  asAsker: 'Given to the asker inside the server. Nothing is sent over the network.',
  headers: 'Custom headers',
  noHeaders: 'none',
  nothing: 'Nothing is sent. The agent is not notified.',
  waits: (count: number) =>
    plural(count, {
      one: 'Sent when # other question of this run is answered too.',
      other: 'Sent when # other questions of this run are answered too.',
    }),
  reading: 'Loading',
  failed: 'The server gave no result',
} as const;
