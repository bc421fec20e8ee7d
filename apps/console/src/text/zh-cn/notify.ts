import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const notifyText: Messages['notify']['notifyText'] = {
  title: '通知',
  lead: '只通知阻塞智能体的提问，每条一次，直到有人查看。设置只保存在本机，只对你有效。',
  on: '此窗口不在前台时通知我',
  onHelp: (permission) => `使用浏览器通知。${permission}`,
  words: '通知内容',
  plain: '有一项需要决定',
  plainLabel: '只提示需要决定',
  askLabel: '提问内容和提问者',
  wordsHelp: '通知可能显示在锁屏上。',
  repeat: '重复通知',
  repeatNever: '从不',
  repeatEvery: (span) => spaced`每${span}，直到查看`,
  sound: '播放短提示音',
  soundHelp: '同时到达多条提问也只响一声。跟进不响。',
  test: '显示测试通知',
  tested: '已显示。如果没有看到，说明被系统屏蔽了。',
  testTitle: '通知会这样显示',
  allow: '允许通知',
  permission: {
    granted: '此浏览器已允许。',
    denied: '此浏览器已屏蔽通知。可在浏览器的网站设置中重新允许。',
    default: '尚未询问。',
    missing: '此处无法使用通知：需要 https，或在本机访问。',
  },
  asks: (agent) => spaced`${agent}提问`,
  many: (count) => spaced`有${figure(count)}项需要决定`,
  product: 'Countersign',

  bell: (count) => (count === 0 ? '没有新提问' : `未查看：${figure(count)}`),
  unseen: '未查看',
  none: '没有新的提问等你处理。',
  viewer: '观察员不能答复，因此不会收到通知。',
  more: (count) => spaced`收件箱中还有${figure(count)}条`,
  reported: '此窗口不在前台时会通知你。',
  notNotified: '通知已关闭。',
  turnOn: '开启',
  change: '设置',
};
