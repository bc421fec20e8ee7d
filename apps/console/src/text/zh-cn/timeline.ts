import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

type Text = Messages['timeline']['timelineText'];

const kinds: Record<Parameters<Text['kind']>[0], string> = {
  step: '步骤',
  tool: '工具调用',
  output: '模型输出',
  handover: '移交',
  person: '等待人工',
  followup: '跟进未结',
};

export const timelineText: Text = {
  title: '时间线',
  kind: (kind) => kinds[kind],
  views: '视图',
  asLanes: '泳道',
  asList: '列表',
  zoomIn: '放大',
  zoomOut: '缩小',
  fit: '显示全部',
  foldWaits: '折叠等待',
  foldWaitsDetail: '缩短显示等待人工的时段并标出实际时长，让工作部分更清楚。',
  folded: (length) => `仅在等待人工，${length}，此处缩短显示`,
  answers: '人工答复',
  lanes: (count, from, to) =>
    spaced`时间线，${plural(count, { other: '# 条泳道' })}，从${from}到${to}。加号和减号缩放，方向键移动。`,
  busy: (clock) => spaced`工作${clock}`,
  idle: (clock) => spaced`空闲${clock}`,
  waited: (clock) => spaced`等待人工${clock}`,
  answersOf: (count) => plural(count, { other: '# 次答复' }),
  median: (clock) => spaced`中位数${clock}`,
  empty: '还没有任何动作',
  emptyDetail: '步骤、工具调用和等待会陆续显示在这里。',
  show: '在消息流中查看',
  goTo: (sequence) => spaced`转到第${figure(sequence)}个事件`,
  decision: '打开决定',
  close: '关闭',
  details: '所选时段',
  going: '进行中',
  who: '执行者',
  what: '类型',
  name: '名称',
  start: '开始',
  took: '用时',
  status: '状态',
  listed: (shown, total) =>
    shown === total
      ? plural(total, { other: '# 项' })
      : spaced`前${figure(shown)}项，共${figure(total)}项`,
  spent: '时间花在哪里',
  spentOf: {
    people: '等待人工',
    tools: '工具',
    model: '模型',
    followups: '跟进未结',
    agents: '智能体静默',
  },
  share: '占比',
  time: '时长',
  total: '合计',
  here: '所显示的位置',
};
