/** Why a run ended, or did not take what was sent, in the sentences of this product's libraries: they come without codes. */
export const statementsOfEndings: Readonly<Record<string, string>> = {
  'end.failed-silently': '任务失败，智能体未给出理由。',
  'end.rejected-silently': '智能体拒绝了该任务，未给出理由。',
  'end.error-unsaid': '智能体报告了一个错误，但未说明是什么错误。',
  'end.nobody-answered': '太久没有人答复。',
  'end.too-many-questions': '等待答复的提问过多。',
  'end.agent-failed': '智能体运行失败。',
  'end.already-finished': '运行已经完成。',
  'end.already-stopped': '运行已经停止。',
  'end.is-stopping': '运行正在停止。',
  'end.nothing-waits': '此任务中没有等待答复的提问。',
  'end.stopped': '已停止。',
  'end.stopped-by': '已由 {by} 停止。',
};
