import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

/** The origin of a question, and how its answer is sent. */
export const originDetails: Messages['originDetails'] = {
  'upformat/message': { badge: null, goesBack: () => null },
  'ag-ui/interrupt': {
    badge: '中断',
    goesBack: (tool) =>
      tool === null
        ? '运行停下来提问，你的答复会让它继续。'
        : spaced`运行停在${tool}之前，你的答复会让它继续。`,
  },
  'ag-ui/tool-call': {
    badge: '工具调用',
    goesBack: (tool) =>
      tool === null
        ? '你的答复就是智能体所调用工具的结果。'
        : spaced`你的答复就是工具${tool}的结果。`,
  },
  'hai/button': {
    badge: '按钮',
    goesBack: () => '你的选择会作为你说的话告诉智能体。',
  },
  'hai/form': { badge: '表单', goesBack: () => '你填写的内容会告诉智能体。' },
  'upformat/unread': {
    badge: '无法读取',
    goesBack: () => '你的话会作为新消息发给智能体。',
  },
  'a2a/input-required': {
    badge: '需要输入',
    goesBack: () => '你的答复会成为该智能体任务的下一条消息。',
  },
  'a2a/auth-required': {
    badge: '需要登录',
    goesBack: () => '你的答复会成为该智能体任务的下一条消息。不要在此填写密码。',
  },
  'acp/awaiting': {
    badge: '等待答复',
    goesBack: () => '你的答复会恢复该智能体的运行。',
  },
  'mcp/approval': {
    badge: '工具调用',
    goesBack: (tool) => spaced`你的答复决定是否调用${tool ?? '该工具'}。`,
  },
  'mcp/elicitation': { badge: '信息征询', goesBack: () => '你的答复会发给 MCP 服务器。' },
  'mcp/url': { badge: '要打开的地址', goesBack: () => '会告知 MCP 服务器你是否同意。' },
  'mcp/sampling': { badge: '模型采样', goesBack: () => '你的答复决定 MCP 服务器收到的内容。' },
  'mcp/roots': { badge: '根目录', goesBack: () => '会告知 MCP 服务器可以使用哪些文件夹。' },
};

/** How the answer to a question with an unknown origin is sent, as declared by its protocol. */
export const answerRouteText: Messages['answerRouteText'] = {
  message: null,
  resume: '运行停下来提问，你的答复会让它继续。',
  result: '你的答复就是智能体所作调用的结果。',
  words: '你的话会发给智能体。',
  asker: '你的答复会在服务器内部交给提问方。',
};

export const originText: Messages['originText'] = {
  goesBack: '答复去向',
  reason: (reason) => `给出的理由：${reason}`,
  together: (count) => plural(count, { other: '此运行的另外 # 条提问也须答复，之后才会发送。' }),
  choice: '你的选择',
  dismissTool: (tool) => spaced`不再询问${tool}`,
};

/** Texts about the exact bytes. */
export const bytesText: Messages['bytesText'] = {
  title: '原始字节',
  note: '键在发送时生成，因此重复的请求只计一次。',
  missing: '选好并填完答复后，这里显示将要发送的内容。',
  keyPlaceholder: '（发送时生成）',
  view: '视图',
  request: '请求',
  feedback: '答复',
  agent: '智能体收到的内容',
  canonical: '规范格式（RFC 8785）',
  bytes: (count) => plural(count, { other: '# 字节' }),
  copyCurl: '复制为 curl',
  seal: '指纹，所示内容的 sha256',
  default: '若逾时无人答复',
  asFeedback: '发送到进行中的运行。',
  asRun: '随任务的新运行发出。',
  asAsker: '在服务器内部交给提问方，不经网络发送。',
  headers: '专用请求头',
  noHeaders: '无',
  nothing: '不发送任何内容，也不通知智能体。',
  waits: (count) => plural(count, { other: '等此运行的另外 # 条提问也答复后才发出。' }),
  reading: '加载中',
  failed: '服务器无法给出结果',
};

/** Texts about who is at a prompt. */
export const peopleText: Messages['peopleText'] = {
  readers: '其他打开此提问的人',
  reading: (name) => spaced`${name}正在查看`,
  editing: (name) => spaced`${name}正在写答复`,
  readingShort: '查看中',
  editingShort: '填写中',
  heldByYou: '由你处理',
  left: (left) => spaced`剩余${left}`,
  heldBy: (name) => spaced`由${name}处理`,
  until: (clock) => spaced`至${clock}`,
  release: '释放',
  releasing: '释放中',
  ask: '请求接手',
  force: '立即接手',
  forceNote: '以管理员身份',
  asked: (name, left) => spaced`已向${name}提出请求。若对方不保留，${left}后归你。`,
  takeBack: '取消请求',
  askedByOther: (name) => spaced`${name}已经请求接手。`,
  wants: (ago) => `${ago}请求接手。你的草稿仍归你。`,
  goesIn: (left) => spaced`${left}后交出`,
  goes: '正在交出',
  handOver: '交出',
  keep: '保留',
  holdsLine: (name, clock) => spaced`由${name}处理，至${clock}。`,
  holdsNote: '你可以填写，但只有最先到的答复有效。',
  answerAnyway: '仍要答复',
  answeringAnyway: (name) => spaced`此提问由${name}处理，你仍在答复。`,
  notAnyway: '等待',
  viewer: '你可以查看，但不能答复。',
  viewerNote: '答复需要操作员角色。',
  moreActions: '此提问的更多操作',
};

/** Texts about deadlines, snoozing, escalation and taking back. */
const signalNames: ReadonlyMap<string, string> = new Map([
  ['destroys', '会销毁数据'],
  ['sends-out', '会把数据发往外部'],
  ['secrets', '涉及机密'],
  ['outside', '超出工作区'],
  ['privilege', '提升权限'],
  ['runs-download', '运行下载的内容'],
  ['pays', '会转移资金'],
  ['hidden-characters', '含隐藏字符'],
  ['look-alike', '含形近字符'],
  ['hidden-path', '含隐藏路径'],
  ['padding', '含大段空白'],
  ['unread', '内容过长，未全部检查'],
]);

export const decisionTimeText: Messages['decisionTimeText'] = {
  sendDefault: '立即发送默认答复',
  extend: (span) => spaced`延长${span}`,
  extensionsLeft: (left) => (left === 0 ? '已用完' : spaced`剩余${figure(left)}次`),
  noExtension: '智能体不允许再次延长',
  // Escalation
  ladder: '升级',
  nobodyClaims: (clock, then) => spaced`若到${clock}无人认领，${then}。`,
  whoMayAnswer: ({ group, people, approvals }) => {
    const who = group ?? people?.join('、') ?? '任何人';
    return approvals > 1
      ? spaced`可以答复的人：${who}中的${String(approvals)}人。`
      : spaced`可以答复的人：${who}。`;
  },
  neverAllowed: (line) => spaced`从不允许：${line}。任何批准都不能解除。`,
  saidYes: (names, needed) =>
    spaced`已批准${String(names.length)}/${String(needed)}：${names.join('、')}。`,
  signal: (id) => signalNames.get(id) ?? id,
  toGroup: (group) => spaced`将转给小组${group}`,
  toDefault: '将发送默认答复',
  toDefaultNone: '仍保持待答复，因为没有默认答复',
  then: '，然后',
  claimed: '已有人认领，升级暂停。',
  forGroup: (group) => spaced`已升级到小组${group}。`,
  // After the automatic advance
  lastAnswer: '上一个答复',
  lastIsBack: '已撤回，提问重新待答复。',
  openLast: '打开',
  closeLast: '隐藏',
  // Snooze
  snooze: '稍后处理',
  snoozeTitle: '稍后处理此提问',
  snoozeMany: (count) => plural(count, { other: '稍后处理 # 条提问' }),
  snoozeNote: '对所有人隐藏，但仍计入数量，截止时间照常计时。',
  until: '至',
  preset: { quarter: '15 分钟', hour: '1 小时', tomorrow: '明天 8:00', custom: '其他时间' },
  customTime: '时间',
  pastDeadline: (clock) => spaced`晚于截止时间${clock}`,
  pastHour: '危急提问：最多一小时',
  tooFar: '最多 30 天',
  over: '此时间已过',
  noTime: '请选择时间',
  reason: '原因',
  reasonHint: '在等什么？所有人可见',
  snoozing: '正在设置',
  snoozedBy: (name, clock) => spaced`${name}设为稍后处理，至${clock}`,
  wake: '恢复',
  waking: '恢复中',
  // Taking back
  leavesIn: (seconds) => spaced`${figure(seconds)}秒后发出。此前不会发送任何内容。`,
  leaving: '正在发出。',
  heldFor: (count) => plural(count, { other: '等此运行的另外 # 条提问答复后发出。' }),
  heldForRun: '随下一次运行发出：任务的另一次运行正在进行。',
  recall: '撤回',
  recallOf: (name) => spaced`撤回${name}的答复`,
  recalling: '撤回中',
  recalledKept: '你的草稿已恢复。',
  takenBack: '你的答复在发出前已撤回。',
  recordedAt: (clock) => spaced`已于${clock}记录。`,
};

export const promptLifeText: Messages['promptLifeText'] = {
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

export const unreadText: Messages['unreadText'] = {
  title: '无法读取这条提问。',
  note: '下面按原样显示它发送的内容。可以用文字给智能体下指示，或停止任务。',
  stop: '停止任务',
  ask: '停止此任务？',
  detail: '将请求智能体停止。运行结束后，这条提问也会关闭。',
  yes: '停止任务',
  way: '停止的进展',
};
