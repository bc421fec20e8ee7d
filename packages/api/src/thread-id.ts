import { z } from 'zod';

/** What no part of an address can be: `.` and `..` are resolved away by every client, and nobody sees a control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const unusable = /^\.{1,2}$|[\u0000-\u001f\u007f]|\p{Cs}/u;

/** An id that whoever starts a task chooses: any text of up to 500 characters that an address can hold. */
export const threadIdSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((id) => !unusable.test(id), {
    message:
      'An id is neither . nor .. and has no control characters and no halves of a character.',
  });

const marks: Record<string, string> = { '%': '%25', ',': '%2C', '*': '%2A' };

/** Ids as one text, separated by commas; `*` alone stays free to mean all of them. */
export const writeIdList = (ids: readonly string[]): string =>
  ids.map((id) => id.replaceAll(/[%,*]/g, (mark) => marks[mark] ?? mark)).join(',');

/** What {@link writeIdList} has written; empty ids are left out. */
export const readIdList = (text: string): string[] =>
  text
    .split(',')
    .filter((id) => id !== '')
    .map((id) => id.replaceAll(/%(25|2C|2A)/gi, (mark) => decodeURIComponent(mark)));
