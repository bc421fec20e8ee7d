import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';
import { severityLabels } from './words.ts';

export const conditionPhrases: Messages['conditionPhrases'] = {
  present: '存在',
  absent: '不存在',
  equal: '等于',
  'not-equal': '不等于',
  'one-of': '属于',
  'less-than': '小于',
  'at-most': '不超过',
  'more-than': '大于',
  'at-least': '不少于',
  containing: '包含',
};

export const conditionDocuments: Messages['conditionDocuments'] = {
  payload: '内容',
  message: '消息',
};

export const ruleOriginLabels: Messages['ruleOriginLabels'] = {
  'upformat/message': '智能体的提问（UpFormat）',
  'ag-ui/interrupt': '运行的中断（AG-UI）',
  'ag-ui/tool-call': '由人答复的工具调用',
  'hai/button': '消息中的按钮',
  'hai/form': '消息中的表单',
  'upformat/unread': '无法读取的提问',
  'a2a/input-required': '需要输入的任务（A2A）',
  'a2a/auth-required': '需要登录的任务（A2A）',
  'acp/awaiting': '等待答复的运行（ACP）',
  'mcp/approval': '待批准的工具调用（MCP）',
  'mcp/elicitation': '服务器的信息征询（MCP）',
  'mcp/url': '服务器要求打开的地址（MCP）',
  'mcp/sampling': '服务器对模型的请求（MCP）',
  'mcp/roots': '服务器对文件夹的请求（MCP）',
};

export const ruleAnswerText: Messages['ruleAnswerText'] = {
  approve: '批准',
  reject: '驳回',
  edit: '修改',
  rank: '排序',
  comment: '评论',
  instruction: '指示',
};

export const rulesText: Messages['rulesText'] = {
  title: '规则',
  lead: '由人明确设定的自动答复。每条规则都先用以往的提问试运行，到期自动结束；凡由规则答复之处，都会注明规则名称并计数。',
  add: '新建规则',
  none: '没有规则在自动答复',
  noneDetail: '所有提问都由人答复。遇到反复出现的提问，可以从它新建规则。',
  adminChanges: '只有管理员可以新建、修改、启用或停用规则。',
  make: '用此答复新建规则',
  back: '全部规则',
  notFound: '规则不存在',
  notFoundDetail: '可能已被移除。',

  stop: {
    button: '停用全部规则',
    detail: '立即对所有人生效。此后提问由人答复。',
    stopped: '全部规则已停用',
    since: (name, ago) => spaced`由${name}停用，${ago}。`,
    whatThen: '规则不会答复任何提问。停用期间收到的提问，即使恢复规则后也仍由人答复。',
    undo: '撤销',
    again: '恢复规则',
    viewer: '观察员不能停用规则。',
    onlyAdmin: '只有管理员可以恢复规则。',
  },

  state: {
    on: '已启用',
    off: '已停用',
    untried: '已停用，未试运行',
    ended: '已结束',
    stopped: '随全部规则停用',
  },
  answered: (count) => (count === 0 ? '尚未答复' : plural(count, { other: '已答复 # 条提问' })),
  ofVersion: (count) => spaced`其中本版本${figure(count)}条`,
  last: (ago) => spaced`最近一次${ago}`,
  passedOver: (count) => plural(count, { other: '# 条提问留给人答复' }),
  passedOverWhy: '规则的答复不适用，或无法判断条件是否成立。',
  ends: (left) => `${left}后结束`,
  ended: '已结束',
  version: (version) => spaced`版本${version}`,
  by: (name) => spaced`由${name}保存`,
  open: '打开',

  when: {
    asks: (agent) => spaced`${agent}提问`,
    relayedFor: (name) => `自称代“${name}”提问`,
    blocking: '阻塞运行',
    followup: '属于跟进',
    origin: (name) => {
      const known = Object.entries(ruleOriginLabels).find(([origin]) => origin === name);
      return `来源：${known === undefined ? name : known[1]}`;
    },
    tool: (tool) => spaced`涉及工具${tool}`,
    severity: (severity) =>
      severity === 'critical' ? '任意严重程度' : `严重程度不高于“${severityLabels[severity]}”`,
    sameClass: '与新建规则时的提问同类',
    condition: (path, is, value) =>
      [path, conditionPhrases[is], value].filter((part) => part !== null).join(' '),
    whole: '内容',
    ofMessage: (place) => spaced`消息的${place}`,
  },
  then: (answer) => `答复：${answer}`,
  matchesNothing: (agentId) => `不会匹配任何提问：没有 ID 为“${agentId}”的连接。`,
  matchesNothingWhy:
    '智能体按其连接识别，即智能体列表中的 ID。如果只是它代为提问的名称，请填入“代谁提问”。',

  form: {
    newTitle: '新建规则',
    editTitle: '规则',
    from: '来自提问',
    fromFailed: '无法加载用来新建规则的提问，因此没有预填任何内容。',
    name: '名称',
    nameHelp: '凡由它答复之处，都显示为“规则 ……”。',
    nameBad: '请填写名称，最多 120 个字符',
    match: '答复哪些提问',
    agent: '智能体',
    agentNone: '选择智能体',
    agentBad: '请选择答复哪个智能体的提问',
    kind: '类型',
    kinds: {
      any: '阻塞和跟进',
      blocking: '仅阻塞',
      followup: '仅跟进',
    },
    origin: '来源',
    anyOrigin: '任意',
    tool: '工具',
    toolHelp: '留空表示不限，包括没有工具的提问。',
    relayedFor: '代谁提问',
    relayedForHelp: '此智能体自称代谁提问，未经核实。留空表示不限。',
    severity: '最高严重程度',
    severities: (severity) =>
      severity === 'critical'
        ? '危急：任意严重程度'
        : severity === 'info'
          ? '仅提示'
          : severityLabels[severity],
    sameClass: '仅限与新建规则时的提问同类的提问',
    sameClassHelp: '智能体、工具、Schema 和内容结构都相同。',
    conditions: '条件',
    conditionsHelp:
      '所有条件都须成立。位置用 JSONPath 表示：内容中如 $.amount 或 $.items[*].price，消息中如 $.upThought.confidence 或 $.upPrompt.severity。选中的每个值都须符合条件。',
    noConditions: '无：任意内容。',
    addCondition: '添加条件',
    propose: '取自此提问：',
    within: '范围',
    place: '位置',
    test: '比较方式',
    value: '值',
    valueHelp: '数字、true、false 和 null 按其本义处理；半角双引号内的是文本。',
    listHelp: '多个值用半角逗号分隔。',
    ofCondition: (index, label) => spaced`条件${index}：${label}`,
    removeCondition: (index) => spaced`移除条件${index}`,
    placeBad: 'JSONPath 须以 $ 开头',
    valueBad: '请填写要比较的值',
    numberBad: '请填写数字，或用半角双引号括起的文本',
    answer: '答复',
    answerNone: '选择答复',
    answerBad: '请选择如何答复',
    answerKept: (kind) => `${ruleAnswerText[kind]}，沿用在别处设定的内容`,
    reason: '理由',
    reasonHelp: '会发给智能体。选填；策略可能要求填写。',
    textOf: '给智能体的消息',
    textBad: '请填写消息',
    expires: '结束时间',
    expiresHelp: '须在 90 天内结束。时间以本机时区为准。',
    expiresBad: '须为现在起 90 天内的时间',
    days: (count) => plural(count, { other: '# 天' }),
    save: '保存',
    saveAndTry: '保存并试运行',
    trying: '正在用以往的提问试运行',
    notSaved: '规则未保存',
    newVersion: '保存后生成新版本；新版本试运行之前处于停用状态。',
    unsaved: '有未保存的更改',
    newer: (name, version) => spaced`${name}在此期间保存了版本${version}。`,
    newerDetail: '保存你的更改会再生成一个版本，取代它。',
    takeTheirs: '采用对方版本',
    remove: '移除规则',
    removeAsk: (name) => `移除“${name}”？`,
    removeDetail: '它不会再答复任何提问。已作出的答复仍以它的名义保留。',
    faults: '部分内容无法使用：',
  },

  trial: {
    title: '用以往的提问试运行',
    why: '规则的当前版本试运行之后才能启用。',
    try: '试运行',
    tryAgain: '再次试运行',
    trying: '正在试运行',
    failed: '试运行失败',
    stale: '此版本尚未试运行。',
    dirty: '有未保存的更改。请先保存，再试运行。',
    nothing: '在由人答复过的以往提问中，没有符合此规则的，无法看出它的效果。',
    all: (count) => plural(count, { other: '符合的 # 条提问，答复都与人的一致。' }),
    some: (same, matched) =>
      spaced`符合的${figure(matched)}条提问中，${figure(same)}条与人的答复一致，${figure(matched - same)}条不同：`,
    withoutReason: (count) =>
      plural(count, {
        other: '策略要求其中 # 条须附理由，而此规则的答复没有理由：会留给人处理。请补充理由。',
      }),
    more: (count) => spaced`另有${figure(count)}条未列出`,
    lookedAt: (count) => plural(count, { other: '共检查以往的 # 条提问。' }),
    nowhere: (path, of, count) =>
      spaced`所检查的${figure(count)}条提问，${of === 'message' ? '消息' : '内容'}中都没有${path}。`,
    openNow: (count) =>
      count === 0
        ? '目前没有符合的待答复提问。'
        : plural(count, { other: '目前有 # 条待答复提问符合，仍由人答复。' }),
    at: (ago) => spaced`试运行于${ago}。`,
    answeredBy: (name, answer) => `${name}：${answer}`,
    switchOn: '启用',
    switchAsk: '仍要启用？',
    switchDiffers: (differing, matched) =>
      spaced`${figure(matched)}条提问中，有${figure(differing)}条人的答复与此规则不同：`,
    switchYes: '仍然启用',
    switchOff: '停用',
    switching: '正在切换',
    switchFailed: '切换失败',
    onNote: '已启用。它只答复此后收到的提问；现有的待答复提问仍由人答复。',
    endedNote: '规则已结束。设定新的结束时间即可再次使用。',
  },
};

export const rulesBarText: Messages['rulesBarText'] = { stopped: '规则已停用' };
