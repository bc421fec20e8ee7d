import { type Given, statementsOf } from '@countersign/json/statement';

/** States of a question and of a run within a sentence, by code. */
export const stateStatements = {
  'state.submitted': 'submitted',
  'state.waiting': 'waiting',
  'state.completed': 'completed',
  'state.failed': 'failed',
  'state.needsHumanDecision': 'in need of a decision',
  'state.followup': 'open for a follow-up',
  'state.cancelled': 'cancelled',
  'run-status.starting': 'starting',
  'run-status.running': 'running',
  'run-status.paused': 'paused',
  'run-status.held': 'held',
  'run-status.stopping': 'stopping',
  'run-status.stopped': 'stopped',
  'run-status.cut-off': 'cut off',
  'run-status.cancelled': 'cancelled',
  'run-status.finished': 'finished',
  'run-status.failed': 'failed',
  'run-status.lost': 'lost',
} as const;

const say = statementsOf(stateStatements);

const isCode = (code: string): code is keyof typeof stateStatements =>
  Object.hasOwn(stateStatements, code);
const wordsOf = (code: string, state: string): Given => (isCode(code) ? say(code) : state);

/** A state that an agent declares, as a part of a sentence; one that is not known as it is. */
export const stateWords = (state: string): Given => wordsOf(`state.${state}`, state);

/** The status of a run, as a part of a sentence; one that is not known as it is. */
export const runStatusWords = (status: string): Given => wordsOf(`run-status.${status}`, status);
