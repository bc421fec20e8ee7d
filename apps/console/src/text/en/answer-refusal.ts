import type { FeedbackType } from '@countersign/upformat/message';
import { figure } from '../count.ts';

const nouns: Record<FeedbackType, string> = {
  edit: 'edits',
  approve: 'approvals',
  reject: 'rejections',
  rank: 'rankings',
  comment: 'comments',
  instruction: 'instructions',
};

/** `a`, `a and b`, `a, b and c`, and at most three of many. */
function enumerate(names: readonly string[]): string {
  const shown =
    names.length > 4 ? [...names.slice(0, 3), `${figure(names.length - 3)} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

/** Why a kind of answer cannot be given. */
export const refusalText = {
  'not-asked': 'Nothing is asked here.',
  'not-listed': (type: FeedbackType) => `This agent does not accept ${nouns[type]} here.`,
  'too-few-items': 'Ranking needs at least two items.',
  'nothing-to-edit': 'There is nothing to edit.',
  'nothing-to-approve': (missing: readonly string[]) =>
    `Nothing to approve yet: ${enumerate(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
};
