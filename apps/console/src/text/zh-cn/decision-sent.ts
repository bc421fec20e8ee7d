import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';

/** Texts about an answer that was given, as it was sent. */
export const sentText: Messages['decisionSent']['sentText'] = {
  title: '已给出的答复',
  asProposed: '按提议，未作改动。',
  order: '排序',
  note: '给智能体的附言',
  words: '给智能体的消息',
  noWords: '没有消息。',
  bytes: (count) => `原始字节（${figure(count)}）`,
};
