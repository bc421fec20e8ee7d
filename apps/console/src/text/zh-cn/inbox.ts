import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

const questions = (count: number) => plural(count, { other: '# 条提问' });

export const answerVerbs: Messages['answerVerbs'] = {
  approve: '已批准',
  reject: '已驳回',
  edit: '已修改',
  rank: '已排序',
  comment: '已评论',
  instruction: '已指示',
};

export const originLabels: Messages['originLabels'] = {
  'upformat/message': 'UpFormat',
  'ag-ui/interrupt': '中断',
  'ag-ui/tool-call': '工具调用',
  'hai/button': '按钮',
  'hai/form': '表单',
  'upformat/unread': '无法读取',
  'a2a/input-required': '需要输入',
  'a2a/auth-required': '需要登录',
  'acp/awaiting': '等待答复',
  'mcp/approval': 'MCP 工具调用',
  'mcp/elicitation': '信息征询',
  'mcp/url': '要打开的地址',
  'mcp/sampling': '模型采样',
  'mcp/roots': '根目录',
};

export const turnText: Messages['turnText'] = {
  'held-by-you': '轮到你：由你处理',
  'take-over-asked': '轮到你：有人请求接手',
  'your-group': '轮到你：已升级到你的小组',
  'nobody-holds-it': '轮到你：无人认领',
  closed: '无需处理：已关闭',
  viewer: '未轮到你：观察员不能答复',
  snoozed: '恢复之前无需处理',
  held: '未轮到你：已有人处理',
  'other-group': '未轮到你：已升级到其他小组',
};

export const whyMineText: Messages['whyMineText'] = {
  'held-by-you': '由你处理',
  'take-over-asked': '有人请求接手',
  'your-group': '已升级到你的小组',
  'nobody-holds-it': '无人认领',
};

export const turnFilterText: Messages['turnFilterText'] = {
  mine: '轮到我',
  held: '由我处理',
  free: '无人认领',
  others: '由他人处理',
};

export const readyViewText: Messages['readyViewText'] = {
  critical: '危急',
  mine: '我的',
  due: '一小时内截止',
  snoozed: '稍后处理',
  answered: '已答复',
  unseen: '未经查看的默认答复',
};

export const inboxText: Messages['inboxText'] = {
  title: '收件箱',
  queue: '队列',
  prompts: '提问',
  blocking: '阻塞',
  followups: '跟进',
  blockingRule: '按截止时间',
  followupRule: '到期采用默认答复',
  followupRulePlain: '不阻塞任何人',
  closedRule: '最近关闭的在前',
  allOpen: '全部待答复',
  // Filters
  mine: '我的',
  mineHint: '等你处理的提问，每行注明原因',
  filter: '筛选',
  filterBy: '筛选队列',
  find: '搜索',
  findHint: '提问、智能体或任务中的文字',
  agent: '智能体',
  everyAgent: '全部智能体',
  task: '任务',
  everyTask: '全部任务',
  kind: '种类',
  everyKind: '阻塞和跟进',
  severity: '严重程度',
  everySeverity: '全部程度',
  turn: '轮到谁',
  everyTurn: '任何人',
  origin: '来源',
  everyOrigin: '全部',
  due: '截止',
  everyDue: '任何时间',
  show: '显示',
  showOpen: '待答复',
  snoozed: '稍后处理',
  notSnoozed: '不显示',
  onlySnoozed: '仅稍后处理',
  sameClass: '相同提问',
  oneTask: '单个任务',
  place: '消息中的位置',
  placeHint: '$.upThought.confidence',
  placeBad: '填写一个位置，如 $.upThought.confidence 或 $.payload.items[0]',
  placeTest: '该位置的条件',
  placeValue: '比较值',
  clearFilters: '清除筛选',
  groupEqual: '合并相同提问',
  groupEqualHint: '问题相同、数据不同的提问合为一行',
  // Arrivals
  newPill: (count, blocking) =>
    blocking === 0 || blocking === count
      ? spaced`${figure(count)}条新${blocking === count && blocking > 0 ? '阻塞' : '提问'}`
      : spaced`${figure(count)}条新提问，${figure(blocking)}条阻塞`,
  clearDone: (count) => spaced`清除已完成的${figure(count)}条`,
  announceNew: (count, blocking) =>
    spaced`${questions(count)}待显示，其中${figure(blocking)}条阻塞`,
  // States
  loading: '正在加载待答复的提问',
  failed: '无法加载提问',
  nothing: '没有阻塞的提问',
  nothingDetail: '新提问会自动显示在这里。',
  nothingButFollowups: (count, next) =>
    spaced`有${plural(count, { other: '# 条跟进' })}待答复。${next === null ? '' : spaced`下一个默认答复于${next}生效。`}`,
  showFollowups: '显示跟进',
  nothingAnswered: '还没有已答复的提问',
  nothingUnseen: '没有未经查看的默认答复',
  nothingOverDetail: '已答复的提问会显示在这里。',
  nothingSnoozed: '没有稍后处理的提问',
  nothingYours: '没有等你处理的提问',
  noMatch: '没有匹配的提问',
  noMatchDetail: (filter, open) => spaced`${filter}。共有${questions(open)}待答复。`,
  showAll: '显示全部待答复',
  chooseOne: '未选择提问',
  chooseOneDetail: '在左侧选择一条，或按 J。',
  nothingToChoose: '队列为空。智能体在任务运行中会在这里提问。',
  nothingMatches: '待答复的提问中没有符合筛选的。',
  // Keys
  keysName: '收件箱',
  keyNext: '下一条提问',
  keyPrevious: '上一条提问',
  keyOpen: '打开提问',
  keyBack: '返回队列',
  keySelect: '选择提问',
  keyRange: '选到此处',
  keySnoozePicked: '稍后处理所选提问',
  keyFirst: '第一条提问',
  keyLast: '最后一条提问',
  keyNew: '显示新提问',
  keyFind: '搜索和筛选',
  move: '移动',
  open: '打开',
  select: '选择',
  snooze: '稍后处理',
  snoozedCount: (count) => spaced`${figure(count)}条稍后处理`,
  // Rows
  answered: (did, by) => `${by}：${did}`,
  you: '你',
  defaulted: '已采用默认答复',
  escalatedDefault: '升级后采用默认答复',
  byRule: (name) => spaced`由规则${name}答复`,
  expired: '已过期',
  withdrawn: '智能体已撤回',
  waitsFor: (count) => plural(count, { other: '还在等待 # 条答复' }),
  waitsForRun: '随下次运行发送',
  undeliverable: '无法送达',
  sending: '发送中',
  selected: '已选择',
  // A row shows the name separately, after this text.
  heldBy: (name) => `处理人：${name}`,
  asksForIt: (name) => spaced`${name}请求接手`,
  asks: '请求接手',
  snoozedBy: (name, until, reason) => spaced`${name}设为稍后处理，至${until}：${reason}`,
  escalatedTo: (group) => spaced`已升级到${group}`,
  here: (names, editing) => spaced`${names.join('、')}正在${editing ? '填写答复' : '查看'}`,
  equal: '条相同提问',
  equalPrompts: (count) => spaced`${figure(count)}条相同提问合为一行`,
  allDone: '全部完成',
  tasks: (count) => plural(count, { other: '# 个任务' }),
  // Selection
  selectedCount: (count) => spaced`已选${figure(count)}条`,
  decideTogether: '一并决定',
  togetherHint: 'Shift 和 Enter',
  keyTogether: '一并决定所选提问',
  clearSelection: '取消选择',
  snoozePicked: '稍后处理',
};

export const absenceText: Messages['absenceText'] = {
  title: '上次离开',
  putAway: '隐藏',
  answered: (count) => spaced`他人答复了${figure(count)}条`,
  defaulted: (count, unseen) =>
    `${plural(count, { other: '# 条采用了默认答复' })}${
      unseen === 0
        ? ''
        : unseen === count
          ? '，未经查看'
          : spaced`，其中${figure(unseen)}条未经查看`
    }`,
  expired: (count) => spaced`${figure(count)}条过期未答复`,
  failed: (count) => plural(count, { other: '# 个任务失败' }),
  waiting: (count) => plural(count, { other: '现有 # 条等待答复' }),
};

export const viewsText: Messages['viewsText'] = {
  menu: '视图',
  ready: '预设视图',
  yours: '你的视图',
  shared: '共享视图',
  byName: (name) => spaced`来自${name}`,
  changed: (name) => `${name}，已改动`,
  unknown: '视图已被删除',
  save: '保存为视图',
  update: '保存改动',
  rename: '重命名',
  share: '与所有人共享',
  unshare: '不再共享',
  remove: '删除视图',
  none: '还没有视图',
  saveTitle: '保存为视图',
  renameTitle: '重命名视图',
  removeTitle: (name) => `删除“${name}”`,
  removeDetail: '引用此视图的地址仍按其筛选显示。',
  removeShared: '所有人都将失去此视图。引用它的地址仍按其筛选显示。',
  name: '名称',
  shareToo: '所有人可见',
  what: '筛选条件',
  doSave: '保存',
  doRename: '重命名',
  doRemove: '删除',
  failed: '无法加载视图',
};
