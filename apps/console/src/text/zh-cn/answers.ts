import type { FeedbackType } from '@countersign/upformat/message';
import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const withOwnLabel: Messages['withOwnLabel'] = (did, own) => `${did}（即“${own}”）`;

const nouns: Record<FeedbackType, string> = {
  edit: '修改',
  approve: '批准',
  reject: '驳回',
  rank: '排序',
  comment: '评论',
  instruction: '指示',
};

/** `a`, `a、b`, and at most three of many. */
const enumerate = (names: readonly string[]): string =>
  names.length > 4
    ? spaced`${names.slice(0, 3).join('、')}等${figure(names.length)}项`
    : names.join('、');

/** Why a kind of answer cannot be given. */
export const refusalText: Messages['refusalText'] = {
  'not-asked': '这里没有提问。',
  'not-listed': (type) => `智能体在此不接受${nouns[type]}。`,
  'too-few-items': '至少要有两个条目才能排序。',
  'nothing-to-edit': '没有可修改的内容。',
  'nothing-to-approve': (missing) => spaced`还没有可批准的内容：缺少${enumerate(missing)}。`,
};

/** Who answered: you, or no operator. */
export const deciderText: Messages['deciderText'] = {
  default: '到期默认答复',
  escalation: '升级默认答复',
  rule: (name) => spaced`规则${name}`,
  you: '你',
};

const at = (place: number, count: number) => spaced`第${figure(place)}位，共${figure(count)}位`;

export const rankText: Messages['rankText'] = {
  role: '可移动的行',
  drag: (name) => spaced`拖动${name}`,
  up: (name) => spaced`上移${name}`,
  down: (name) => spaced`下移${name}`,
  help: '拖动，或使用箭头按钮。键盘操作：空格键拿起，方向键移动，再按空格键放下。按住 Alt 加方向键可直接移动。',
  instructions:
    '按空格键拿起该行，用方向键移动，再按空格键放下，按 Escape 键放回原位。按住 Alt 加方向键可直接移动。',
  lifted: (name, place, count) => spaced`已拿起${name}，${at(place, count)}`,
  dropped: (name, place, count) => spaced`已放下${name}，${at(place, count)}`,
  putBack: (name, place, count) => spaced`${name}已放回原位，${at(place, count)}`,
  place: (name, place, count, isTaken) =>
    `${name}，${at(place, count)}${isTaken === null ? '' : isTaken ? '，采用' : '，不采用'}`,
  taken: '采用',
  continues: (names) => spaced`按此顺序，智能体将采用${names}继续。`,
};

export const rungText: Messages['rungText'] = {
  sending: '发送中',
  waitingForNetwork: '没有连接，将自动重发',
  recorded: '已记录',
  delivered: '已送达',
  attempts: (count) => spaced`正在尝试，第${figure(count)}次`,
  acknowledged: '已确认',
  refused: '被拒绝',
  undeliverable: '无法送达',
  inDoubt: '可能已经执行',
  requested: '已请求',
  outcomes: { done: '已完成', failed: '执行失败', reversed: '已撤销' },
  settled: '已生效',
  'cut-off': '已断开',
  unconfirmed: '智能体尚未表示已停止',
  failed: '失败',
};

export const rungStateText: Messages['rungStateText'] = {
  ok: '，完成',
  now: '，进行中',
  bad: '，失败',
  todo: '，尚未',
};

/** Texts about checks of an edit by the agent, and about the parts next to its question. */
export const answerCheckText: Messages['answerCheckText'] = {
  title: '智能体的检查',
  figures: '提议附带的内容',
  figuresOfEdit: '按你的改动',
  redrawing: '重新绘制中',
  checking: (agent) => spaced`${agent}正在检查你的改动`,
  fieldsFirst: (agent) => spaced`字段填写正确后，${agent}会检查你的改动。`,
  fine: (agent) => spaced`${agent}没有异议。`,
  says: (agent, errors, warnings) => {
    const parts = [
      errors > 0 ? plural(errors, { other: '# 处错误' }) : '',
      warnings > 0 ? plural(warnings, { other: '# 处警告' }) : '',
    ].filter((part) => part !== '');
    return spaced`${agent}${errors > 0 ? '不会接受' : '提示'}：${parts.join('，')}`;
  },
  unchecked: (agent) => spaced`${agent}未检查。`,
  again: '重新检查',
  maySend: '你仍可以发送。',
  refused: (agent) => spaced`${agent}不会接受这个值`,
  severity: { error: '错误', warning: '警告' },
  more: (count) => spaced`还有${figure(count)}条`,
  sentBy: '智能体：',
};

/** Texts about differences, merging, comparing and notes at places. */
export const decisionEditText: Messages['decisionEditText'] = {
  difference: '差异',
  differenceOf: '你的版本与提议的差异',
  linesNotShown: (count) => plural(count, { other: '# 行未显示' }),
  linesAlike: (count) => plural(count, { other: '# 行相同' }),
  inProse: '文字改动',
  removed: '已删除',
  added: '已新增',
  arrangement: '布局',
  inline: '单列',
  sideBySide: '并排',
  proposed: '提议',
  yours: '你的版本',
  movedTo: (place) => spaced`移至第${figure(place)}位`,
  movedInto: (field, where) => spaced`${field}移至${where}`.trim(),
  entryAdded: (words) => spaced`新增${words}`.trim(),
  fieldSet: (field, value) => `${field} ${value}`.trim(),
  fieldChanged: (field, was, value) => `${field} ${was} → ${value}`.trim(),
  fieldIsOther: (field) => spaced`${field}已更改`.trim(),
  otherSecret: '已更改',
  fieldLeftOut: (field, was) => spaced`${field} ${was}已删除`,
  nothingHere: '空',
  // Drafts
  saving: '正在保存草稿',
  saved: (clock) => spaced`草稿保存于${clock}`,
  keptHere: '草稿保存在此浏览器',
  otherTab: '你在另一个标签页也写了草稿',
  otherTabNote: (clock) => spaced`那份草稿保存于${clock}。以哪一份为准？`,
  useOther: '用另一份',
  useThis: '保留这一份',
  // Merge
  merge: '你修改期间，智能体发布了修订',
  field: '字段',
  sawRevision: (revision) => spaced`你所见，修订${String(revision)}`,
  agentRevision: (revision) => spaced`智能体，修订${String(revision)}`,
  taken: '已采用',
  kept: '已保留',
  clash: '有改动',
  nothingThere: '不存在',
  leftOut: '已删除',
  choose: (path) => spaced`为${path}选择`,
  take: (value) => spaced`采用${value}`,
  theirs: '采用智能体的',
  mine: '保留你的',
  tally: (open, settled) => spaced`待解决冲突${figure(open)}处，已解决${figure(settled)}处。`,
  mergeRule: '解决全部冲突后即可发送，届时会重新计算指纹。',
  wholeValue: '整体',
  moreFields: (count) => plural(count, { other: '还有 # 个已解决的字段' }),
  looked: (revision) => spaced`按修订${String(revision)}继续`,
  // Compare
  compare: '并排比较',
  compareTitle: '比较',
  compareNote: '不同之处已标出。',
  compareWhich: '比较对象',
  compareMost: '最多三项，请先去掉一项',
  onlyDifferent: '只看不同之处',
  sameInAll: (count) => plural(count, { other: '# 个字段都相同' }),
  putFirst: '排在首位',
  choosePlan: '选择此项',
  different: '不同',
  notThere: '不存在',
  takeAlternative: (label) => `请改用备选方案“${label}”。`,
  // Notes at places
  notes: '批注',
  notesHelp: '在内容中选择位置，或在此选择字段。多条批注合为一个答复。',
  addNote: '为字段添加批注',
  chooseField: '选择字段',
  noteAt: (place, where) => spaced`批注${figure(place)}：${where}`,
  noteHint: '填写批注',
  removeNote: (place) => spaced`删除批注${figure(place)}`,
  noteGone: '此批注的位置已不存在',
  content: '可批注的位置',
  explanation: '原因',
  noteOn: (where) => spaced`在${where}添加批注`,
  selectWords: (where) => spaced`选取${where}中的文字`,
  selecting: '在此选取文字：用鼠标，或 Shift 加方向键',
  noteOnWords: '批注所选文字',
  stopSelecting: '完成',
  marker: (place) => spaced`批注${figure(place)}`,
  summary: '总体意见',
  summaryHint: '已有批注时可不填。智能体需要知道什么？',
  summaryAside: '智能体需要知道什么？提问仍保持打开',
  summaryAlone: '智能体需要知道什么？评论即为对提问的答复',
  rangeOf: (quote) => `“${quote}”`,
};

/** Texts about an answer that was given, as it was sent. */
export const sentText: Messages['sentText'] = {
  title: '已给出的答复',
  asProposed: '按提议，未作改动。',
  order: '排序',
  note: '给智能体的附言',
  words: '给智能体的消息',
  noWords: '没有消息。',
  bytes: (count) => `原始字节（${figure(count)}）`,
};
