/** The events a reader receives: of these threads, of all, and the notable ones of the rest. */
export interface StreamFilter {
  threads: readonly string[] | '*';
  facts: boolean;
  /** Facts about prompts of the rest contain a row in place of the whole prompt. */
  isShort?: boolean;
  /** Several events are sent in one frame, in a shorter form. */
  isBatched?: boolean;
}

/** How much one page of events has at most. */
export interface PageLimit {
  rows: number;
  /** Of the events' texts in UTF-8; a page of one row may be bigger. */
  bytes: number;
}
