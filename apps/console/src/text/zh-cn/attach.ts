import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const attachText: Messages['attach']['attachText'] = {
  title: '附件',
  help: '智能体会随请求一起收到，其名称也写在消息中。',
  none: '使用此协议的智能体只接受文本文件。',
  file: '附加文件',
  text: '附加文本',
  result: '附加结果',
  name: '文本名称',
  words: '文本',
  task: '要附加其结果的任务',
  chooseTask: '选择任务',
  add: '附加',
  cancel: '取消',
  remove: (name) => spaced`移除${name}`,
  chars: (count) => plural(count, { other: '# 个字符' }),
  kilobytes: (size) => `${figure(size)} kB`,
  resultOf: '其最后的内容',
  tooMany: (most) => spaced`最多${figure(most)}个附件`,
  tooLong: (name, most) => spaced`${name}超过${figure(most)}个字符`,
  tooLarge: (name, size) => spaced`${name}大于${figure(size)} kB`,
  empty: (name) => spaced`${name}是空的`,
  unreadable: (name) => spaced`${name}无法读取`,
  message: {
    title: (agent) => spaced`带附件的消息，发给${agent}`,
    label: '消息',
    send: '发送',
    failed: '消息未发送',
  },
  notText: (name) => spaced`${name}不是文本：此智能体只接受文本`,
};
