import type { Messages } from '../messages.ts';

export const keysText: Messages['keys']['keysText'] = {
  title: '快捷键',
  rule: '一行获得焦点片刻之后，字母键才生效，以免误触做出决定。在此之前，焦点框和按键以虚线显示。在文本框中字母键始终无效。未勾选的按键不起作用。',
  spoken: (keys) => `（${keys.replaceAll('$mod', 'Ctrl').replaceAll(' ', '，然后 ')}）`,
  everywhere: '全局',
  sheet: '全部快捷键',
  goInbox: '前往收件箱',
  goTasks: '前往任务',
  goAgents: '前往智能体',
  goSettings: '前往设置',
  goWall: '前往监控墙',
  goRules: '前往规则',
  goPolicy: '前往升级策略',
  goOperators: '前往操作员',
  goWebhooks: '前往 Webhook',
  onTask: '任务',
  message: '发消息',
  pause: '暂停或继续',
  stop: '停止（需确认）',
  palette: '搜索或执行命令',
  theme: '切换浅色和深色',
};
