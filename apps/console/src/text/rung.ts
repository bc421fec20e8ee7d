import { messages } from './messages.ts';

/** A step of a request on its way to being true, in words. */
export interface Rung {
  word: string;
  /** `ok` = the other side said so, `now` = we wait for it, `bad` = it failed, `todo` = not yet. */
  state: 'ok' | 'now' | 'bad' | 'todo';
  /** Epoch ms at which the other side said so. */
  at?: number | null;
  note?: string | null;
}

export const { rungStateWords, rungWords } = messages().rung;
