import { figure } from '../count.ts';

/** Names of the steps of answers and controls. */
export const rungText = {
  sending: 'sending',
  waitingForNetwork: 'no connection, retried automatically',
  recorded: 'recorded',
  delivered: 'delivered',
  attempts: (count: number) => `trying, attempt ${figure(count)}`,
  acknowledged: 'acknowledged',
  refused: 'refused',
  undeliverable: 'undeliverable',
  inDoubt: 'may have been carried out',
  requested: 'requested',
  settled: 'settled',
  'cut-off': 'cut off',
  unconfirmed: 'the agent has not said that it stopped',
  failed: 'failed',
};

/** State of a step, for screen readers, after its name. */
export const rungStateText = {
  ok: ', done',
  now: ', in progress',
  bad: ', failed',
  todo: ', not yet',
};
