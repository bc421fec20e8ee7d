import { figure, plural } from '../count.ts';
import type { Limits } from '../message-parameters.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const formsText: Messages['formsText'] = {
  summary: (count) => plural(count, { other: '# 个字段需要检查' }),
  faultOf: (name, message) => (name === '' ? message : `${name}：${message}`),
  moreFaults: (count) => spaced`另有${figure(count)}个`,
  toCorrect: (count) => plural(count, { other: '# 个字段需要更正' }),
  choose: '请选择',
  notSet: '未设置',
  none: '无',
  emptyText: '空文本',
  yes: '是',
  no: '否',
  fixed: '固定值',
  unseenCharacters: '含有输入框不会显示的字符：',
  notProposed: '未提议',
  proposedHidden: '已改动',
  undo: (name) => spaced`撤销${name}`,
  useDefault: (value) => spaced`使用${value}`,
  useDefaultOf: (value, name) => spaced`${name}：使用${value}`,
  deprecated: '已弃用',
  entry: (name, place) => `${name} ${figure(place)}`,
  entries: (count, max) =>
    max === undefined ? figure(count) : spaced`${figure(count)}，最多${figure(max)}`,
  add: (name) => spaced`为${name}添加一项`,
  addGroup: (name) => spaced`添加${name}`,
  leaveOut: (name) => spaced`去掉${name}`,
  remove: (name) => spaced`移除${name}`,
  moveUp: (name) => spaced`上移${name}`,
  moveDown: (name) => spaced`下移${name}`,
  withKey: (words, key) => `${words}（${key}）`,
  moved: (name, place, count) => spaced`${name}现在是第${figure(place)}项，共${figure(count)}项`,
  removed: (name) => spaced`已移除${name}`,
  putBack: (name) => spaced`放回${name}`,
  putBackDone: (name) => spaced`已放回${name}`,
  leftOutRow: '已去掉',
  addedRow: '新增',
  changedRow: '已改动',
  addedEntry: (place) => spaced`第${figure(place)}行，新增`,
  proposedColumn: (title) => (title === '提议' ? title : `${title}（提议）`),
  yoursColumn: '你的版本',
  rowPlace: '行',
  rowTools: '移动或移除',
  page: (from, to, count) => spaced`第${figure(from)}至${figure(to)}项，共${figure(count)}项`,
  before: '上一页',
  after: '下一页',
  earlier: (name) => `${name}：上一页`,
  later: (name) => `${name}：下一页`,
  showMore: (count) => spaced`再显示${figure(count)}项`,
  showFields: (name) => spaced`显示${name}的字段`,
  variant: '形式',
  variantOf: (name, form) => (name === '' ? form : `${name}，${form}`),
  option: (place) => spaced`选项${figure(place)}`,
  typeTitle: {
    string: '文本',
    number: '数字',
    integer: '整数',
    boolean: '是或否',
    array: '列表',
    object: '字段组',
    null: '无',
  },
  newName: (name) => (name === '' ? '新字段' : spaced`${name}的新字段`),
  addName: '添加字段',
  nameOf: (name) => spaced`${name}的名称`,
  nameTaken: '这个名称已存在',
  nameEmpty: '请先填写名称',
  nameForbidden: '不能使用这个名称',
  notAllowed: '此表单没有这个字段',
  date: '日期',
  time: '时间',
  zone: '时区',
  partOf: (name, part) => `${name}，${part}`,
  // `Intl` writes `9天后`.
  day: (weekday, far) => `${weekday}，${far.replace(/\d(?=[\u4e00-\u9fff])/, '$& ')}`,
  yourTime: (when) => spaced`你的时间${when}`,
  reveal: (name) => spaced`显示${name}`,
  secrets: '机密',
  conceal: (name) => spaced`隐藏${name}`,
  notShown: '不显示',
  notAnOption: (value) => `${value}（不在选项中）`,
  found: (count, isCut) =>
    count === 0
      ? '没有匹配的选项'
      : isCut
        ? spaced`只显示前${figure(count)}项`
        : spaced`找到${figure(count)}项`,
  marked: (name, mark) => `${name}（${mark}）`,
  utc: 'UTC',
  offset: (zone) => `UTC${zone.replace('-', '−')}`,
  options: (count) => spaced`${figure(count)}个选项，输入以查找`,
  jsonOf: (name) => (name === '' ? 'JSON' : `${name}（JSON）`),
  elsewhere: '这部分由另一份文档描述，未获取该文档。',
  fallback: {
    'not-a-schema': '智能体没有发来可用的表单。请以 JSON 修改值。',
    'too-deep': '智能体的表单嵌套超过 64 层。请以 JSON 修改值。',
    'too-many': '智能体的表单超过 20,000 个部分。请以 JSON 修改值。',
  },
  unchecked: {
    'not-a-schema': '智能体的校验规则不可用，因此这里不做检查。',
    'too-much': '智能体的校验规则检查耗时过长，这里未全部检查。',
    'too-deep': '值嵌套过深，这里无法完整检查。',
    reference: '部分校验规则由另一份文档描述，这里未检查。',
    pattern: '智能体的某个格式规则在这里无法检查。',
  },
  uncheckedEnd: '答复可以发送，其余只能由智能体检查。',
};

type Forms = Parameters<typeof plural>[1];

function between({ least, most }: Limits, forms: Forms): string | undefined {
  if (least === undefined && most === undefined) return undefined;
  if (least === undefined) return spaced`最多${plural(most ?? 0, forms)}`;
  if (most === undefined) return spaced`至少${plural(least, forms)}`;
  return least === most
    ? spaced`必须为${plural(least, forms)}`
    : spaced`${String(least)}至${plural(most, forms)}`;
}

export const hintsText: Messages['hintsText'] = {
  range: ({ least, most }) => {
    if (least !== undefined && most !== undefined) return spaced`${String(least)}至${String(most)}`;
    if (least !== undefined) return spaced`不小于${String(least)}`;
    return most === undefined ? undefined : spaced`不大于${String(most)}`;
  },
  moreThan: (bound) => spaced`大于${String(bound)}`,
  lessThan: (bound) => spaced`小于${String(bound)}`,
  steps: (step) => spaced`须为${String(step)}的倍数`,
  length: (limits) => between(limits, { other: '# 个字符' }),
  count: (limits) => between(limits, { other: '# 项' }),
  unique: '不可重复',
  digits: (least, most) =>
    most === undefined
      ? plural(Number(least), { other: '# 位数字' })
      : spaced`${least}至${most}位数字`,
  example: (value) => spaced`例如${value}`,
  duration: '如 P1DT2H 表示 1 天 2 小时',
};

export const jsonText: Messages['jsonText'] = {
  at: (line, column, words) =>
    spaced`还不是有效的 JSON，第${String(line)}行第${String(column)}列：${words}`,
  end: '文本不完整',
  value: '此处缺少值',
  name: '此处缺少双引号括起的名称',
  colon: '此处缺少冒号',
  comma: '此处缺少逗号或结束括号',
  after: '值之后不能有其他内容',
  text: '此文本没有结束，或含有必须转义的字符',
  number: '这不是数字',
  deep: '嵌套过深',
  forbidden: (name) => spaced`不能发送名为${name}的字段`,
  twice: (name) => spaced`名称${name}重复`,
};

export const durationText: Messages['durationText'] = {
  units: { s: '秒', min: '分钟', h: '小时', d: '天' },
  unitOf: (label) => `单位：${label}`,
};

export const jsonLabels: Messages['jsonLabels'] = {
  showAll: (characters) => spaced`显示全部${figure(characters)}个字符`,
  more: (members) => spaced`另有${figure(members)}项`,
};

export const valuesText: Messages['valuesText'] = {
  moreRows: (count) => spaced`再显示${figure(count)}行`,
  yes: '是',
  no: '否',
  not: '非',
  emptyInAll: (names) => `每一行都为空：${names}`,
  empty: '空',
};

export const markdownText: Messages['markdownText'] = {
  linkRefused: (address) => `不允许的链接：${address.slice(0, 120) || '没有地址'}`,
  image: (alt, host) =>
    `图片${alt === '' ? '' : `“${alt}”`}${host === null ? '' : spaced`（位于${host}）`}，未加载`,
  table: '表格',
  taskDone: '已完成',
  taskOpen: '未完成',
};

export const scripts: Messages['scripts'] = {
  Latin: '拉丁字母',
  Cyrillic: '西里尔字母',
  Greek: '希腊字母',
  Armenian: '亚美尼亚字母',
  Coptic: '科普特字母',
  Cherokee: '切罗基字母',
  Lisu: '傈僳字母',
};
