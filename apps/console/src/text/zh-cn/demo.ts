import type { Messages } from '../messages.ts';

export const demoText: Messages['demo']['demoText'] = {
  label: '演示',
  bar: '演示：在本页中重放真实智能体的录制。不会向外发送任何数据。',
  continues: (answer) =>
    `这是录制内容。你的答复已照常记录，但智能体会按当时的答复继续：${answer}。`,
  cannotReceive: '这是录制内容，智能体收不到你的话。接上服务器后，会立即送达。',
  startedFrom: (title) => `这是“${title}”的录制。无论你提出什么，智能体都只回应原来的请求。`,
  noNetwork: '演示没有网络，只能启动录制中的智能体。',
  cannotRestart: '演示重放的是录制内容，没有可以重新启动的智能体。',
  noCalls: '演示没有网络，未调用任何地址。',
  operator: '演示操作员',
};
