import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const markdownText: Messages['markdown']['markdownText'] = {
  linkRefused: (address) => `不允许的链接：${address.slice(0, 120) || '没有地址'}`,
  image: (alt, host) =>
    `图片${alt === '' ? '' : `“${alt}”`}${host === null ? '' : spaced`（位于${host}）`}，未加载`,
  table: '表格',
  taskDone: '已完成',
  taskOpen: '未完成',
};
