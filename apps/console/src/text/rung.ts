/** A step of a request on its way to being true, in words. */
export interface Rung {
  word: string;
  /** `ok` = the other side said so, `now` = we wait for it, `bad` = it failed, `todo` = not yet. */
  state: 'ok' | 'now' | 'bad' | 'todo';
  /** Epoch ms at which the other side said so. */
  at?: number | null;
  note?: string | null;
}

/** What the steps of answers and controls are called. */
export const rungWords = {
  sending: 'sending',
  waitingForNetwork: 'no connection, sent again by itself',
  recorded: 'recorded',
  delivered: 'delivered',
  attempts: (count: number) => `trying, attempt ${String(count)}`,
  acknowledged: 'acknowledged',
  refused: 'refused',
  undeliverable: 'undeliverable',
  requested: 'requested',
  settled: 'settled',
  'cut-off': 'cut off',
  unconfirmed: 'the agent has not said that it stopped',
  failed: 'failed',
};
