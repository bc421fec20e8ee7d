import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const rungText: Messages['rung']['rungText'] = {
  sending: '发送中',
  waitingForNetwork: '没有连接，将自动重发',
  recorded: '已记录',
  delivered: '已送达',
  attempts: (count) => spaced`正在尝试，第${figure(count)}次`,
  acknowledged: '已确认',
  refused: '被拒绝',
  undeliverable: '无法送达',
  inDoubt: '可能已经执行',
  requested: '已请求',
  settled: '已生效',
  'cut-off': '已断开',
  unconfirmed: '智能体尚未表示已停止',
  failed: '失败',
};

export const rungStateText: Messages['rung']['rungStateText'] = {
  ok: '，完成',
  now: '，进行中',
  bad: '，失败',
  todo: '，尚未',
};
