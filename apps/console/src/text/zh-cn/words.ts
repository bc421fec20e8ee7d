import { figure, inRow } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const commonText: Messages['commonText'] = {
  product: 'Countersign',
  close: '关闭',
  cancel: '取消',
  copy: '复制',
  copied: '已复制',
  copyFailed: '此处不允许复制',
  retry: '重试',
  loading: '加载中',
  more: '更多',
  required: '必填',
  somethingBroke: '此面板已停止工作',
  brokeDetail: '控制台的其余部分照常运行，已发送的内容不受影响。',
  notLoaded: '这部分尚未加载',
  notLoadedDetail: '无法连接服务器。连接恢复后会打开。',
  newVersion: '有新版本',
  newVersionDetail: '这部分属于新版本。草稿会保留。',
  reload: '重新加载',
  offlineProblem: '无法连接服务器。',
  /** Words as a sentence, and a value behind its name. */
  sentence: (words) => (/[。！？…]”?$/.test(words) ? words : `${words}。`),
  /** Between two sentences, between parts of one, and between a name and what follows it. */
  gap: '',
  comma: '，',
  colon: '：',
  aside: (words) => `（${words}）`,
  pair: (name, value) => `${name}：${value}`,
  saying: (did, words) => `${did}：“${words}”`,
  // Words are separated as words, and phrases as phrases.
  inRow: (parts) => (parts.some((part) => part.includes(' ')) ? parts.join('，') : inRow(parts)),
  // What an agent wrote in another language ends with the mark of that language.
  sentences: (words) =>
    words
      .map((one, at) =>
        at === words.length - 1 ? one : `${one}${/\p{Script=Han}/u.test(one) ? '。' : '. '}`,
      )
      .join(''),
  unknownProblem: '服务器没有给出原因。',
};

export const stateLabels: Messages['stateLabels'] = {
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

export const obedienceText: Messages['obedienceText'] = {
  disobeys: '未服从',
  ignoredStop: '已完成，未按要求停止',
  title: (agent, span, events) =>
    spaced`${agent}已有${span}未服从：此后又有${figure(events)}个事件`,
  confirmed: (agent) => spaced`${agent}已确认，但仍在继续。`,
  detail: '切断会关闭它的连接。它在别处做的事可能继续进行，而这里看不到。',
  again: { stop: '再次停止', pause: '再次暂停', resume: '再次继续' },
  cut: '切断连接',
  notice: (agent) => spaced`${agent}未服从`,
  noticeBody: '十秒前已要求它停止或暂停，它仍在继续。',
};

export const runStatusLabels: Messages['runStatusLabels'] = {
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

export const taskStatusDetail: Messages['taskStatusDetail'] = (run, state) =>
  `运行：${runStatusLabels[run]}。智能体声明的状态：${state === null ? '未声明' : stateLabels[state]}。`;

export const severityLabels: Messages['severityLabels'] = {
  info: '提示',
  minor: '轻微',
  major: '重大',
  critical: '危急',
};

const now = '刚刚';
const yesterday = '昨天';

export const timePhrases: Messages['timePhrases'] = {
  now,
  yesterday,
  seconds: (count) => spaced`${figure(count)}秒`,
  minutes: (count) => spaced`${figure(count)}分钟`,
  hours: (hours, minutes) =>
    minutes === 0 ? spaced`${hours}小时` : spaced`${hours}小时${minutes}分钟`,
  hoursNarrow: (hours, minutes) =>
    minutes === 0 ? spaced`${hours}小时` : spaced`${hours}小时${minutes}分`,
  days: (days, hours) => (hours === 0 ? spaced`${days}天` : spaced`${days}天${hours}小时`),
  daysOnly: (days) => spaced`${days}天`,
  ago: (age) => (age === now || age === yesterday ? age : `${age}前`),
  left: (left) => spaced`剩余${left}`,
  passed: '已过',
};

export const senderText: Messages['senderText'] = {
  relayed: (name, by) => spaced`“${name}”（经${by}）`,
  asksFor: (agent, name) => `${agent}（代“${name}”）`,
};

export const keysText: Messages['keysText'] = {
  title: '快捷键',
  rule: '一行获得焦点片刻之后，字母键才生效，以免误触做出决定。在此之前，焦点框和按键以虚线显示。在文本框中字母键始终无效。未勾选的按键不起作用。',
  spoken: (keys) => `（${keys.replaceAll('$mod', 'Ctrl').replaceAll(' ', '，然后 ')}）`,
  everywhere: '全局',
  sheet: '全部快捷键',
  goInbox: '前往收件箱',
  goTasks: '前往任务',
  goAgents: '前往智能体',
  goKnowledge: '前往知识',
  goInsights: '前往洞察',
  goAudit: '前往审计',
  goSettings: '前往设置',
  goWall: '前往监控墙',
  goSince: '前往“你离开之后”',
  goRules: '前往规则',
  goPolicy: '前往升级策略',
  goOperators: '前往操作员',
  goSignIn: '前往登录',
  goWebhooks: '前往 Webhook',
  goRegistry: '前往注册中心',
  goGateway: '前往网关',
  goEnvironment: '前往可供性',
  goPrograms: '前往提问程序',
  goConnect: '连接智能体',
  goGuide: '前往指南',
  goFile: '打开导出的任务',
  onTask: '任务',
  message: '发消息',
  pause: '暂停或继续',
  stop: '停止（需确认）',
  palette: '搜索或执行命令',
  theme: '切换浅色和深色',
};

export const paletteText: Messages['paletteText'] = {
  title: '搜索或执行命令',
  placeholder: '页面、任务、提问、命令',
  none: '没有匹配项',
  groups: {
    go: '前往',
    here: '此任务',
    do: '操作',
    prompts: '提问',
    answered: '已答复的提问',
    tasks: '任务',
    agents: '智能体',
  },
  inbox: '收件箱',
  tasks: '任务',
  wall: '监控墙',
  agents: '智能体',
  knowledge: '知识',
  insights: '洞察',
  audit: '审计',
  registry: '注册中心',
  gateway: '网关',
  environment: '可供性',
  programs: '提问程序',
  settings: '设置',
  rules: '规则',
  policy: '升级策略',
  operators: '操作员',
  signIn: '登录',
  webhooks: 'Webhook',
  connect: '连接智能体',
  guide: '操作员指南',
  openFile: '打开导出的任务',
  view: (name) => `收件箱：${name}`,
  // The English words as well: they are typed without an input method.
  also: {
    inbox: ['队列', '提问', 'inbox', 'queue'],
    tasks: ['运行', '会话', 'tasks', 'runs'],
    wall: ['实时', '卡片', 'wall', 'live'],
    since: ['已答复', '交班', '失败', 'since', 'answered', 'failed', 'handover'],
    agents: ['目录', '连接', 'agents', 'connections'],
    insights: ['统计', '负荷', 'insights', 'figures'],
    audit: ['日志', '证据', '凭证', 'audit'],
    knowledge: ['记忆', '纠正', '学习', '提取', '种子包', 'knowledge', 'mek'],
    registry: ['服务', '查找智能体', '租约', 'registry', 'uap'],
    gateway: ['路由', '策略', '注册中心', 'gateway'],
    environment: ['示能符', '服务', '轨迹', '许可', 'affordances', 'signifiers'],
    programs: ['令牌', '设置', 'mcp', 'http', 'curl'],
    settings: [
      ...['主题', '通知', '提示音', '快捷键', '通用', '外观', '密度', '语言', '时区', '下一个提问'],
      ...['settings', 'theme', 'density', 'language', 'time zone'],
    ],
    rules: ['自动答复', '设置', 'rules'],
    policy: ['截止时间', '撤回', '小组', '设置', 'policy', 'escalation'],
    signIn: ['会话', '通行密钥', 'sign-in', 'passkeys'],
    operators: ['人员', '角色', '令牌', '设置', 'operators'],
    webhooks: ['地址', '通知', '设置'],
    connect: ['入门', '令牌', '安装', 'curl', 'connect', 'token'],
    guide: ['帮助', '文档', '手册', 'guide', 'help'],
    openFile: ['导入', '文件', '录制', 'import', 'jsonl'],
    views: ['视图', '队列', 'view'],
  },
  start: '启动任务',
  startAlso: ['新建', '运行', 'start', 'new'],
  theme: '切换主题',
  themeAlso: ['深色', '浅色', '设置', 'theme', 'dark', 'light'],
  keys: '显示全部快捷键',
  keysAlso: ['帮助', '按键', '键盘', 'keys', 'shortcuts'],
  pause: '暂停此任务',
  resume: '继续此任务',
  stop: '停止此任务',
  stopAgain: '停止此任务：再选一次以确认',
  export: '导出此任务',
  exportAlso: ['下载', '保存', 'export', 'jsonl'],
  csv: '将此列表导出为 CSV',
  csvAlso: ['下载', '保存', '表格', 'export', 'csv'],
  exportFailed: '任务未能导出。',
  search: '搜索',
};

export const guideSections: Messages['guideSections'] = {
  'when-the-store-is-damaged': '存储损坏时',
};
