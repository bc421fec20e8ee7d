import { figure, plural } from '../count.ts';
import type { BulkType } from '../message-parameters.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

const rows = (count: number) => plural(count, { other: '# 行' });

const verbs: Record<BulkType, string> = {
  approve: '批准',
  reject: '驳回',
  comment: '评论',
  edit: '修改',
  instruction: '指示',
};

export const bulkText: Messages['bulkText'] = {
  panel: '一并决定',
  keysName: '一并决定',
  back: '返回队列',
  askTogether: (agent, asks) => spaced`${agent}提问：${asks}`,
  rowsShown: (count) => `${rows(count)}，内容为打开表格时的状态`,
  criticalRows: (count) => spaced`${figure(count)}条危急`,
  sumOf: (label, sum) => `${label}：${sum}`,
  sumAndSpan: (label, sum, span) => spaced`${label}：合计${sum}，${span}`,
  rowsAnswered: (count) => spaced`已一并答复${rows(count)}`,
  newRows: (count) => spaced`新增${figure(count)}`,
  newRowsHint: '放入表格之前，它们不在本次决定之内',
  differentQuestions: (questions, agents) =>
    spaced`来自${figure(agents)}个智能体的${figure(questions)}种不同提问`,
  confirmTitle: '你的答复在此的含义',
  confirm: (type, count) => plural(count, { other: `这 # 条也${verbs[type]}` }),
  noMeaning: '智能体没有说明此答复的作用。',
  chooseFirst: '先在下方选择答复，再逐一确认每种提问。',
  capped: (shown, all) =>
    spaced`共${figure(all)}条，显示${figure(shown)}条。一次最多答复${figure(shown)}条：先答复这些，再处理其余的。`,
  nothing: '没有可一并决定的提问',
  nothingDetail: '用 X 选择行，或打开合并了相同提问的行。',
  gone: '这些提问都已关闭。',
  // What all rows share
  sameInAll: (count) => plural(count, { other: '# 条的共同内容' }),
  why: '原因',
  effect: '影响',
  noEffect: '智能体没有说明会有什么变化。',
  ifNobody: '默认答复',
  defaultsDiffer: '各智能体发送各自的默认答复，见各行。',
  lapse: '提问会过期，不会以你的名义发送任何内容。',
  waitForEver: '智能体会一直等待。',
  // Columns
  pick: '选中',
  pickAll: '选中所有可答复的行',
  pickSection: (severity) => spaced`选中所有${severity}的行`,
  ofSection: (count, ticked) =>
    `${rows(count)}，${ticked === 0 ? '均未勾选' : ticked === count ? '全部勾选' : spaced`已勾选${rows(ticked)}`}`,
  pickRow: (ask) => spaced`选中${ask}`,
  ask: '提问',
  agent: '智能体',
  task: '任务',
  deadline: '截止时间',
  rowStatus: '现状',
  seal: '指纹',
  result: '结果',
  missing: '无',
  emptyValue: '空',
  columns: '列',
  columnsHidden: (count) => (count === 0 ? '列' : spaced`列，已隐藏${figure(count)}`),
  inFull: (ask) => `查看全文：${ask}`,
  inFullHint: '查看整行内容',
  empty: (names) =>
    names.length > 3
      ? spaced`${names.slice(0, 3).join('、')}等${figure(names.length)}列为空`
      : spaced`${names.join('、')}为空`,
  notPossible: (type, { count, all, why }) =>
    `${
      count < all
        ? spaced`${figure(all)}条中有${figure(count)}条`
        : all === 1
          ? '此提问'
          : plural(all, { other: '全部 # 条' })
    }无法${verbs[type]}：${why}`,
  otherReasons: (why, others) =>
    spaced`${why.replace(/[。.]$/, '')}；另有${figure(others)}条因其他原因`,
  openOne: '单独打开此提问',
  // Row states
  changed: '有变动',
  changedTo: (revision) => spaced`显示后有变动，修订${String(revision)}`,
  look: '查看',
  lookHint: '在此行显示新内容，然后即可选中',
  looked: '按新修订',
  asShown: '无变动',
  heldBy: (name) => spaced`由${name}处理`,
  closedBy: (did, name) => `${name}：${did}`,
  closedAs: { answered: '已答复', expired: '已过期', withdrawn: '已撤回' },
  notTaken: '不接受此答复',
  // Answer
  answer: '对所有选中行的答复',
  note: '给智能体的附言',
  reason: '理由',
  comment: '评论',
  instruction: '指示',
  hints: {
    approve: '可选。原文发给每个智能体',
    reject: '原文发给每个智能体',
    comment: '各智能体需要知道什么？评论即为对提问的答复',
    instruction: '各智能体应改做什么？',
  },
  sentColumn: '已发送',
  leaves: (count) => plural(count, { other: '将发送的内容，共 # 次：' }),
  ownTarget: '（各自的）',
  chooseAnswer: '选择答复',
  send: (type, count) =>
    type === 'edit'
      ? plural(count, { other: '发送 # 条修改' })
      : plural(count, { other: `${verbs[type]} # 条提问` }),
  sendSeen: (words, { count, seen }) =>
    count === 0 ? words : `${words}，${seen === count ? '均已看过' : spaced`看过${rows(seen)}`}`,
  confirmCritical: (type, count) => plural(count, { other: `危急的 # 条也${verbs[type]}` }),
  sending: '发送中',
  recording: (done, count) => spaced`正在记录，已完成${figure(done)}行，共${figure(count)}行`,
  recordingHint: '最后一行记录完毕、回执显示之前，不会发出任何内容。一次撤回即撤回全部。',
  again: '重新发送',
  failedDetail: '重新发送是安全的：任何一行都不会答复两次。',
  missingWords: {
    type: '选择答复',
    text: '请先填写内容',
    reason: '驳回其中某些行须填写理由',
    rows: '未选中任何行',
    viewer: '观察员不能答复',
    unseen: '请滚动到最后一行，或按某一列排序',
    critical: (count) => plural(count, { other: '还须确认危急的 # 行' }),
    confirm: (count) => plural(count, { other: '还须确认 # 种提问' }),
  },
  // Receipt
  receipt: '回执',
  done: (type, state) => `${verbs[type]}，${state}`,
  held: (seconds) => spaced`${figure(seconds)}秒后发出`,
  heldTogether: '暂缓发出，可撤回',
  hasLeft: '已经发出',
  waits: '等待同一运行的其他提问',
  changedNotSent: '显示后有变动，未发送',
  skipped: (why) => `已跳过，${why}`,
  voted: '您的同意已计入，还需另一个人同意',
  answeredBy: (name, clock) => spaced`${name}已于${clock}答复`,
  recalled: '已撤回，未发送任何内容',
  notRecalled: (why) => `无法撤回：${why}`,
  counts: (count) =>
    [
      count.held > 0 &&
        (Number.isFinite(count.leavesInMs)
          ? spaced`${figure(count.held)}行已记录，${figure(Math.ceil(count.leavesInMs / 1_000))}秒后发出`
          : spaced`${figure(count.held)}行已记录，可撤回`),
      count.onTheWay > 0 && spaced`${figure(count.onTheWay)}行已记录，发送中`,
      count.done > 0 && spaced`${figure(count.done)}行已完成`,
      count.failed > 0 && spaced`${figure(count.failed)}行未送达`,
      count.recalled > 0 && spaced`${figure(count.recalled)}行已撤回`,
      count.changed > 0 && spaced`${figure(count.changed)}行有变动`,
      count.voted > 0 && spaced`${figure(count.voted)}行还需另一个人同意`,
      count.skipped > 0 && spaced`${figure(count.skipped)}行已跳过`,
    ]
      .filter(Boolean)
      .join('；'),
  countsOf: (counts, count) => spaced`你答复的${rows(count)}：${counts}。`,
  signed: (type, name, clock) => spaced`${clock}以${name}的名义${verbs[type]}。`,
  recallAll: (count) => (count === 1 ? '撤回' : plural(count, { other: '撤回全部 # 条' })),
  recallKey: '撤回尚未发出的答复',
  rest: (count) => spaced`返回未答复的${rows(count)}`,
  decisionStates: {
    recorded: '已记录',
    delivered: '已送达',
    acknowledged: '已确认',
    undeliverable: '无法送达',
    refused: '被拒绝',
    recalled: '已撤回',
  },
};

/** Texts about filling in many rows together. */
export const fillText: Messages['fillText'] = {
  action: '批量填写',
  title: '批量填写',
  field: '字段',
  forAllOf: (title) => spaced`全部行的${title}`,
  cellOf: (title, ask) => `${title}：${ask}`,
  setAll: (count) => (count === 1 ? '填入此行' : plural(count, { other: '填入全部 # 行' })),
  clear: '清空',
  hint: '单独填写过的行保留自己的值。要粘贴电子表格中的一列，请粘贴到该列的第一个单元格。',
  noRows: '未选中任何行。',
  yours: (title) => `${title}（你的版本）`,
  setDone: ({ set, kept, title }) =>
    spaced`${title}已填入${rows(set)}。${kept > 0 ? `${rows(kept)}保留自己的值。` : ''}`,
  pasted: (report) =>
    [
      spaced`已填入${plural(report.lines, { other: '# 行' })}中的${figure(report.taken)}行。`,
      report.left > 0 && spaced`剩余${rows(report.left)}：下方没有更多行。`,
      report.beyond > 0 &&
        spaced`剩余${plural(report.beyond, { other: '# 个单元格' })}：没有对应的列。`,
    ]
      .filter(Boolean)
      .join(''),
  refused: (row) =>
    spaced`第${String(row.line)}行，${row.ask}：“${row.cell}”不适用于${row.title}${row.why === null ? '' : `（${row.why}）`}`,
  nothing: '未填写',
  filled: '已填写',
  emptied: '已清空',
  fault: (title, message) => `${title}：${message}`,
  faulty: (count, example) => `${rows(count)}还需补正：${example}`,
  noneFilled: '还没有填写内容',
  notSent: (count) => `${rows(count)}未填写，保持待答复`,
  restored: (count) => `已恢复你之前填写的内容：${rows(count)}。`,
  bytes: '此行将发送的内容',
  leaves: '每一行都作为单独的修改发送。',
};

export const csvText: Messages['csvText'] = {
  save: '存为 CSV',
  saveRows: (count) => spaced`将${figure(count)}行存为 CSV`,
  prompts: [
    'ID',
    '提问',
    '阻塞',
    '严重程度',
    '状态',
    '智能体',
    '任务',
    '提问时间',
    '截止时间',
    '处理人',
    '稍后处理至',
    '答复时间',
    '答复人',
    '答复',
    '送达',
  ],
  agents: ['ID', '智能体', '协议', 'URL', '描述', '最近联系', '有响应', '所见情况'],
  rules: [
    'ID',
    '规则',
    '状态',
    '条件',
    '答复',
    '版本',
    '答复次数',
    '最近答复',
    '到期时间',
    '修改人',
  ],
  webhooks: [
    'ID',
    'Webhook',
    'URL',
    '启用',
    '最低严重程度',
    '重复间隔（秒）',
    '最近调用',
    '已送达',
    '状态码',
    '尝试次数',
  ],
  operators: ['ID', '操作员', '角色', '小组'],
  services: ['ID', '服务', '协议', '地址', '健康状态', '租约到期', '注册方', '注册时间', '标签'],
  gateway: ['时间', '更改', '路由', '服务', '操作人', '调用方', '原因'],
};
