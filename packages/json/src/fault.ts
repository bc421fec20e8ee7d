import type { Statement, WrittenStatement } from './statement.ts';

/** One fault: `path` is a JSON Pointer into the checked value (`''` = the whole), `message` is plain English. */
export interface Fault {
  path: string;
  message: string;
  /** The message as data, for readers in another language. */
  statement?: Statement | undefined;
}

/** A fault that a statement describes. */
export const faultAt = (path: string, { text, statement }: WrittenStatement): Fault => ({
  path,
  message: text,
  statement,
});
