import type { LineageNode } from '@countersign/thread/lineage';
import type { FeedbackType } from '@countersign/upformat/message';
import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';
import { stateLabels } from './words.ts';

type TimelineText = Messages['timelineText'];

const spanKinds: Record<Parameters<TimelineText['kind']>[0], string> = {
  step: '步骤',
  tool: '工具调用',
  output: '模型输出',
  handover: '移交',
  person: '等待人工',
  followup: '跟进未结',
};

export const timelineText: TimelineText = {
  title: '时间线',
  kind: (kind) => spanKinds[kind],
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

const nodeKinds: Record<LineageNode['kind'], string> = {
  message: '消息',
  declared: '状态',
  'tool-call': '工具调用',
  exchange: '移交',
  prompt: '提问',
  answer: '答复',
  missing: '未知上级',
};

const answers: Record<FeedbackType, string> = {
  approve: '批准',
  reject: '驳回',
  edit: '修改',
  rank: '排序',
  comment: '评论',
  instruction: '指示',
};

/** Of messages, calls, questions and answers. */
const states: Readonly<Record<string, string>> = {
  ...stateLabels,
  writing: '输出中',
  paused: '已暂停',
  arguments: '接收参数',
  called: '已调用',
  done: '完成',
  open: '未完成',
  answered: '已答复',
  expired: '已过期',
  withdrawn: '提问已撤回',
  recorded: '已记录',
  delivered: '已送达',
  acknowledged: '已确认',
  undeliverable: '无法送达',
  refused: '被拒绝',
  recalled: '答复已撤回',
};

const nodes = (count: number) => plural(count, { other: '# 个节点' });

export const lineageText: Messages['lineageText'] = {
  graph: (count) => `溯源图，${nodes(count)}。用方向键在上级和下级之间移动。`,
  tree: '树状溯源',
  details: '节点详情',
  kind: (kind) => nodeKinds[kind],
  label: (english, says) => {
    switch (says?.kind) {
      case 'answer':
        return `${says.by}：${answers[says.type]}`;
      case 'hands-over':
        return spaced`移交给${says.to}`;
      case 'thinking':
        return '思考';
      case 'shows':
        return '显示内容';
      default:
        return english;
    }
  },
  state: (state) => (Object.hasOwn(states, state) ? states[state] : undefined) ?? state,
  kinds: Object.entries(nodeKinds).map(([value, label]) => ({ value, label })),
  everyKind: '全部',
  everyState: '全部',
  kindLabel: '种类',
  stateLabel: '状态',
  find: '在溯源中搜索',
  findHint: '搜索',
  views: '视图',
  asGraph: '图',
  asTree: '树',
  asOverview: '总览',
  shown: (drawn, total) => spaced`${nodes(total)}中的${figure(drawn)}个`,
  matching: (matching) => spaced`${figure(matching)}个匹配`,
  person: '人员',
  empty: '还没有消息',
  emptyDetail: '任务有了第一条消息后，图会逐步展开。',
  noMatch: '没有匹配的节点',
  noMatchDetail: (total) => `${nodes(total)}被筛除。`,
  clear: '清除筛选',
  legend: '图例',
  legendMessage: '消息',
  legendTool: '工具调用',
  legendPerson: '人员',
  legendPrompt: '需要决定',
  legendFollowup: '跟进',
  legendPath: '到根节点的路径',
  legendInferred: '未声明上级',
  zoomIn: '放大',
  zoomOut: '缩小',
  fit: '显示全部',
  arrange: '重新排列',
  saveSvg: '保存为 SVG',
  savePng: '保存为 PNG',
  hidden: (count) => spaced`下面还有${figure(count)}个`,
  skipped: (count) => spaced`中间省略${nodes(count)}`,
  folds: '折叠',
  foldBy: {
    finished: '折叠已结束的分支',
    runs: '只展开最新的运行',
    agents: '折叠移交的工作',
  },
  unfoldAll: '全部展开',
  fold: '折叠分支',
  unfold: '展开分支',
  close: '关闭',
  openDecision: '打开决定',
  showInStream: '在消息流中显示',
  why: '为什么问我',
  whence: '从何而来',
  steps: (count, took) => `${plural(count, { other: '# 步' })}，${took}`,
  waits: '等待方',
  nobodyWaits: '没有已知的等待者。',
  orphan: '上级未知：智能体所指的消息从未到达。',
  cyclic: '它声明的上级又指回自身；循环已在此断开。',
  inferred: '它没有声明上级：这里是已知的最近原因。',
  missing: '有智能体把这条消息指为上级，但它从未到达。',
  problems: (orphans, cycles) =>
    [
      orphans > 0 ? plural(orphans, { other: '# 个未知上级' }) : '',
      cycles > 0 ? plural(cycles, { other: '# 个循环' }) : '',
    ]
      .filter(Boolean)
      .join('，'),
  overviewHint: '以缩略形式显示全部节点。选择一个即可在图中查看。',
  overview: (count) => `${nodes(count)}的总览`,
};

type Status = Parameters<Messages['flowText']['status']>[0];

const statuses: Record<Status, string> = {
  waiting: '等待中',
  asked: '等待人工',
  running: '运行中',
  done: '已完成',
  failed: '失败',
  cut: '未完成',
  unanswered: '没有结果',
};

export const flowText: Messages['flowText'] = {
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
