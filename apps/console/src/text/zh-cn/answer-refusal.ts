import type { FeedbackType } from '@countersign/upformat/message';
import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

const nouns: Record<FeedbackType, string> = {
  edit: '修改',
  approve: '批准',
  reject: '驳回',
  rank: '排序',
  comment: '评论',
  instruction: '指示',
};

/** `a`, `a、b`, and at most three of many. */
const enumerate = (names: readonly string[]): string =>
  names.length > 4
    ? spaced`${names.slice(0, 3).join('、')}等${figure(names.length)}项`
    : names.join('、');

/** Why a kind of answer cannot be given. */
export const refusalText: Messages['answerRefusal']['refusalText'] = {
  'not-asked': '这里没有提问。',
  'not-listed': (type) => `智能体在此不接受${nouns[type]}。`,
  'too-few-items': '至少要有两个条目才能排序。',
  'nothing-to-edit': '没有可修改的内容。',
  'nothing-to-approve': (missing) => spaced`还没有可批准的内容：缺少${enumerate(missing)}。`,
};
