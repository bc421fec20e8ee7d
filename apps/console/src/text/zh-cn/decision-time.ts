import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

/** Texts about deadlines, snoozing, escalation and taking back. */
export const decisionTimeText: Messages['decisionTime']['decisionTimeText'] = {
  sendDefault: '立即发送默认答复',
  extend: (span) => spaced`延长${span}`,
  extensionsLeft: (left) => (left === 0 ? '已用完' : spaced`剩余${figure(left)}次`),
  noExtension: '智能体不允许再次延长',
  // Escalation
  ladder: '升级',
  nobodyClaims: (clock, then) => spaced`若到${clock}无人认领，${then}。`,
  toGroup: (group) => spaced`将转给小组${group}`,
  toDefault: '将发送默认答复',
  toDefaultNone: '仍保持待答复，因为没有默认答复',
  then: '，然后',
  claimed: '已有人认领，升级暂停。',
  forGroup: (group) => spaced`已升级到小组${group}。`,
  // After the automatic advance
  lastAnswer: '上一个答复',
  lastIsBack: '已撤回，提问重新待答复。',
  openLast: '打开',
  closeLast: '隐藏',
  // Snooze
  snooze: '稍后处理',
  snoozeTitle: '稍后处理此提问',
  snoozeMany: (count) => plural(count, { other: '稍后处理 # 条提问' }),
  snoozeNote: '对所有人隐藏，但仍计入数量，截止时间照常计时。',
  until: '至',
  preset: { quarter: '15 分钟', hour: '1 小时', tomorrow: '明天 8:00', custom: '其他时间' },
  customTime: '时间',
  pastDeadline: (clock) => spaced`晚于截止时间${clock}`,
  pastHour: '危急提问：最多一小时',
  tooFar: '最多 30 天',
  over: '此时间已过',
  noTime: '请选择时间',
  reason: '原因',
  reasonHint: '在等什么？所有人可见',
  snoozing: '正在设置',
  snoozedBy: (name, clock) => spaced`${name}设为稍后处理，至${clock}`,
  wake: '恢复',
  waking: '恢复中',
  // Taking back
  leavesIn: (seconds) => spaced`${figure(seconds)}秒后发出。此前不会发送任何内容。`,
  leaving: '正在发出。',
  heldFor: (count) => plural(count, { other: '等此运行的另外 # 条提问答复后发出。' }),
  heldForRun: '随下一次运行发出：任务的另一次运行正在进行。',
  recall: '撤回',
  recallOf: (name) => spaced`撤回${name}的答复`,
  recalling: '撤回中',
  recalledKept: '你的草稿已恢复。',
  takenBack: '你的答复在发出前已撤回。',
  recordedAt: (clock) => spaced`已于${clock}记录。`,
};
