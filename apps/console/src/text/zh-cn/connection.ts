import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const connectionText: Messages['connection']['connectionText'] = {
  label: '连接',
  live: '实时',
  liveAge: (age) => `实时 · ${age}`,
  lastEvent: (age) => `最近事件：${age}前`,
  noEventYet: '还没有事件',
  connecting: '连接中',
  catchingUp: '同步中',
  catchingUpBy: (behind) => spaced`同步中，落后${figure(behind)}`,
  catchingUpDetail: '显示的内容可能不是最新的。',
  offline: (span) => spaced`已离线${span}`,
  offlineWord: '离线',
  offlineDetail: (waiting) =>
    waiting === 0
      ? '截止时间照常计时。你没有待发送的答复。'
      : spaced`截止时间照常计时。你有${figure(waiting)}条答复待发送。`,
  spoken: {
    offline: '离线。截止时间照常计时，答复会在连接恢复后发送。',
    store: '没有内容丢失：智能体在等待，截止时间照常计时。',
  },
  storeTrouble: {
    locked: '存储无法写入：数据库被其他程序占用',
    full: '存储无法写入：磁盘已满',
    failing: '存储无法写入：磁盘故障',
    off: '此服务器只读',
    elsewhere: '此服务器只读：其存储是副本',
  },
  readsOnlyDetail: {
    off: '不会向智能体发送任何内容，也不会记录任何内容。它以 COUNTERSIGN_DUTY=off 启动。',
    elsewhere:
      '不会向智能体发送任何内容，也不会记录任何内容。要让它在此执行操作，请以 COUNTERSIGN_DUTY=on 启动。',
  },
  storeTroubleDetail: (span) =>
    spaced`已持续${span}。没有内容丢失：智能体在等待，截止时间照常计时。恢复后即可接收答复。`,
  retryIn: (span) => `${span}后重试。`,
  retryNow: '立即重试',
  damaged: '存储已损坏',
  newerDetail: '草稿会保留。重新加载后生效。',
  later: '稍后',
  gap: '缺口',
  gapDetail: (from, to) => spaced`此处缺少第${figure(from)}至第${figure(to)}个事件。`,
  askAgain: '重新请求',
  signedOut: '已退出登录',
};
