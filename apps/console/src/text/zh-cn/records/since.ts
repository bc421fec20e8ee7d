import { figure, plural } from '../../count.ts';
import type { Messages } from '../../messages.ts';
import { spaced } from '../spaced.ts';

export const sinceText: Messages['sinceText'] = {
  title: '你离开之后',
  span: (moment) => spaced`自${moment}起`,
  looked: (looked, all) => spaced`共${figure(all)}项，已看${figure(looked)}项`,
  next: '下一项',
  previous: '上一项',
  open: '打开',
  toInbox: '前往收件箱',
  loading: '正在加载期间的情况',
  nothing: '没有需要查看的内容',
  nothingDetail: '没有等待的提问，没有无人看过的默认答复，也没有失败的任务。',
  side: '备注与他人的答复',
  kinds: {
    due: '15 分钟内到期',
    waits: '等待你处理',
    defaulted: '已发送默认答复，无人看过',
    expired: '未获答复而过期',
    trouble: '失败或未服从',
  },
  went: (did) => `默认答复：${did}`,
  byPeople: '其他人的答复',
  byRules: '规则的答复',
  answers: (count, edited, refused) =>
    [
      plural(count, { other: '# 个答复' }),
      edited > 0 && spaced`修改${figure(edited)}个`,
      refused > 0 && spaced`驳回${figure(refused)}个`,
    ]
      .filter(Boolean)
      .join('，'),
  defaults: (count) => plural(count, { other: '已发送 # 个默认答复' }),
  notes: '给下一班的备注',
  noNotes: '此后没有备注。',
  ownNote: '你的备注',
  leaveNote: '留下备注',
};
