import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

type Status = Parameters<Messages['flow']['flowText']['status']>[0];

const statuses: Record<Status, string> = {
  waiting: '等待中',
  asked: '等待人工',
  running: '运行中',
  done: '已完成',
  failed: '失败',
  cut: '未完成',
  unanswered: '没有结果',
};

export const flowText: Messages['flow']['flowText'] = {
  empty: '还没有工作',
  emptyDetail: '智能体之间的移交、各自的步骤和工具调用，会随时显示在这里。',
  graph: (count) => `任务的工作，${plural(count, { other: '# 项' })}`,
  progress: '任务进度',
  chain: '步骤和工具调用',
  plan: '智能体的计划',
  planned: (done, all) => spaced`已完成${figure(done)}/${plural(all, { other: '# 项' })}`,
  status: (status) => statuses[status],
  whole: '任务本身',
  outside: '步骤之外',
  wait: '此处向人提问',
  waited: (work, wait) => spaced`${work}，等待${wait}`,
  from: (name) => spaced`来自${name}`,
  steps: (count) => plural(count, { other: '# 个步骤' }),
  calls: (count) => plural(count, { other: '# 次调用' }),
  more: (count) => spaced`另有${figure(count)}项`,
};
