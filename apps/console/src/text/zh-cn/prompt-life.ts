import type { Messages } from '../messages.ts';

export const promptLifeText: Messages['promptLife']['promptLifeText'] = {
  noDeadline: (isBlocking, way) => {
    if (!isBlocking) return '工作已完成，此跟进一直可以答复。';
    const isWaiting = way === null || way.run === 'open';
    if (way?.by === 'asker') return '此提问一直可以答复，提问方会等待，直到有人答复。';
    return isWaiting
      ? '智能体会一直等待，直到有人答复。'
      : '此提问一直可以答复。有人答复之前，不会运行任何内容。';
  },
  gone: '该智能体已不再注册。',
  goneNote: '没有智能体能接收答复。请重新添加该智能体，或忽略此提问。',
  dismiss: '忽略',
  dismissTitle: '忽略提问',
  dismissNote: '该提问将不经答复而关闭，理由会一并保留。',
  dismissReason: '理由',
  dismissHint: '记入审计日志',
  dismissing: '正在忽略',
  run: {
    finished: '运行已完成。',
    failed: '运行失败。',
    lost: '智能体已失去连接。',
    stopped: '运行已停止。',
  },
  newRun: '你的答复会为此任务开始新的运行。',
  failedDefault: '到截止时间也不会自动发送答复。',
  refused: '智能体拒绝了上一次答复。',
  undeliverable: '上一次答复无法送达。',
  answerAgain: '此提问可重新答复。',
  comments: '评论',
  wordsIn: (words, where) => `${where}中的“${words}”`,
  addComment: '添加评论',
  commentStays: '会添加一条评论，提问仍待答复。',
};
