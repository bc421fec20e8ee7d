import type { Messages } from '../messages.ts';

export const stateLabels: Messages['state']['stateLabels'] = {
  submitted: '已提交',
  waiting: '等待中',
  completed: '已完成',
  failed: '失败',
  needsHumanDecision: '需要决定',
  followup: '跟进',
  cancelled: '已取消',
  unknown: '状态未知',
};

export const rejectedLabel = '已驳回';

export const unansweredLabel = '在等待，但没有待答提问';

export const runStatusLabels: Messages['state']['runStatusLabels'] = {
  starting: '启动中',
  running: '运行中',
  paused: '已暂停',
  held: '已暂缓，智能体无法暂停',
  stopping: '停止中',
  stopped: '已停止',
  'cut-off': '已断开，可能仍在运行',
  cancelled: '已取消',
  finished: '已完成',
  failed: '失败',
  lost: '连接中断',
};

export const taskStatusDetail: Messages['state']['taskStatusDetail'] = (run, state) =>
  `运行：${runStatusLabels[run]}。智能体声明的状态：${state === null ? '未声明' : stateLabels[state]}。`;

export const severityLabels: Messages['state']['severityLabels'] = {
  info: '提示',
  minor: '轻微',
  major: '重大',
  critical: '危急',
};
