/** A step of a request, as text. */
export interface Rung {
  word: string;
  /** `ok` = reported by the other side, `now` = waiting for it, `bad` = it failed, `todo` = not yet. */
  state: 'ok' | 'now' | 'bad' | 'todo';
  /** Time of the report, epoch ms. */
  at?: number | null;
  note?: string | null;
}
