import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

/** Texts about checks of an edit by the agent, and about the parts next to its question. */
export const checkText: Messages['decisionCheck']['checkText'] = {
  title: '智能体的检查',
  figures: '提议附带的内容',
  figuresOfEdit: '按你的改动',
  redrawing: '重新绘制中',
  checking: (agent) => spaced`${agent}正在检查你的改动`,
  fieldsFirst: (agent) => spaced`字段填写正确后，${agent}会检查你的改动。`,
  fine: (agent) => spaced`${agent}没有异议。`,
  says: (agent, errors, warnings) => {
    const parts = [
      errors > 0 ? plural(errors, { other: '# 处错误' }) : '',
      warnings > 0 ? plural(warnings, { other: '# 处警告' }) : '',
    ].filter((part) => part !== '');
    return spaced`${agent}${errors > 0 ? '不会接受' : '提示'}：${parts.join('，')}`;
  },
  unchecked: (agent) => spaced`${agent}未检查。`,
  again: '重新检查',
  maySend: '你仍可以发送。',
  refused: (agent) => spaced`${agent}不会接受这个值`,
  severity: { error: '错误', warning: '警告' },
  more: (count) => spaced`还有${figure(count)}条`,
  sentBy: '智能体：',
};
