import { z } from 'zod';
import { isAskerId } from '../asker.ts';
import { statedIssue } from '../statements/stated-issue.ts';

/** Not allowed as a part of an address: clients resolve `.` and `..`, and control characters are invisible. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused
const unusable = /^\.{1,2}$|[\u0000-\u001f\u007f]|\p{Cs}/u;

/** An id chosen by the client that starts a task: any text of up to 500 characters that an address can hold. */
export const threadIdSchema = z
  .string()
  .min(1)
  .max(500)
  .refine(
    (id) => !unusable.test(id),
    statedIssue(
      'An id is neither . nor .. and has no control characters and no halves of a character.',
      { code: 'request.unusable-id' },
    ),
  )
  .refine(
    (id) => !isAskerId(id),
    statedIssue('An id does not begin with "asker:".', { code: 'request.id-of-asker' }),
  );

const marks: Record<string, string> = { '%': '%25', ',': '%2C', '*': '%2A' };

/** Ids in one string, separated by commas; a single `*` means all. */
export const writeIdList = (ids: readonly string[]): string =>
  ids.map((id) => id.replaceAll(/[%,*]/g, (mark) => marks[mark] ?? mark)).join(',');

/** What {@link writeIdList} has written; empty ids are left out. */
export const readIdList = (text: string): string[] =>
  text
    .split(',')
    .filter((id) => id !== '')
    .map((id) => id.replaceAll(/%(25|2C|2A)/gi, (mark) => decodeURIComponent(mark)));
