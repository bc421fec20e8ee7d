import type { Messages } from '../messages.ts';

export const damageText: Messages['storeDamage']['damageText'] = {
  title: '部分存储无法读取',
  intro: '服务器磁盘上的数据库有一页已损坏。其余一切正常。',
  whatToDo: '请通知管理员：停止服务器，检查磁盘，并恢复数据库备份。',
  more: '指南中的说明',
  unknownPart: '其中缺少部分内容。',
};

export const damagedParts: Messages['storeDamage']['damagedParts'] = {
  rules: {
    name: '规则',
    meaning: '无法读取规则：规则不会自动答复，相关提问等待你答复。',
  },
  policies: {
    name: '升级策略',
    meaning: '在能读取你们的策略之前，使用新安装时的策略。',
  },
  webhooks: {
    name: 'Webhook',
    meaning: '不会调用任何 Webhook，不要指望会收到通知。',
  },
  calls: { name: 'Webhook 调用', meaning: '部分 Webhook 调用不会执行。' },
  prompts: {
    name: '提问',
    meaning: '部分提问不显示智能体名称、标题和处理人。',
  },
  claims: { name: '认领', meaning: '提问由谁处理，可能缺失或已过时。' },
  drafts: {
    name: '草稿',
    meaning: '服务器上的部分草稿已丢失。你在此浏览器中写的内容仍保留。',
  },
  sessions: { name: '会话', meaning: '部分人员可能需要重新登录。' },
  contacts: { name: '与智能体的联系', meaning: '不知道最近一次与智能体联系的时间。' },
  'dismissed-tools': {
    name: '不再询问的工具',
    meaning: '设为不再询问的工具可能会再次询问。',
  },
  states: {
    name: '声明的状态',
    meaning: '智能体违反规则的状态变更可能没有标记。',
  },
  runs: { name: '运行', meaning: '部分运行未能重新接入，相关任务停滞不前。' },
  controls: { name: '暂停和停止', meaning: '部分暂停或停止请求不会发送。' },
  outbox: {
    name: '发送途中的答复',
    meaning: '部分答复没有发出。相关提问重新待答复，请再次答复。',
  },
  time: {
    name: '稍后处理和升级',
    meaning: '服务器时钟调整后，部分稍后处理和升级步骤仍按原来的时间进行。',
  },
};
