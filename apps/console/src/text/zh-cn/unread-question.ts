import type { Messages } from '../messages.ts';

export const unreadText: Messages['unreadQuestion']['unreadText'] = {
  title: '无法读取这条提问。',
  note: '下面按原样显示它发送的内容。可以用文字给智能体下指示，或停止任务。',
  stop: '停止任务',
  ask: '停止此任务？',
  detail: '将请求智能体停止。运行结束后，这条提问也会关闭。',
  yes: '停止任务',
  way: '停止的进展',
};
