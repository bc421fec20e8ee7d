import type { shapeStatements } from '@countersign/json/shape-message';

/** What is wrong with the shape of a value. */
export const statementsOfShape: Readonly<Record<keyof typeof shapeStatements, string>> = {
  'shape.missing': '必填',
  'shape.string': '须为文本',
  'shape.number': '须为数字',
  'shape.int': '须为整数',
  'shape.boolean': '须为 true 或 false',
  'shape.array': '须为列表',
  'shape.object': '须为对象',
  'shape.one-of': '须为以下之一：{values:、| 或 }',
  'shape.format': '不是有效的 {format}',
  'shape.least': '不小于 {limit}',
  'shape.most': '不大于 {limit}',
  'shape.too-short': '至少须有 {limit} 个字符或项',
  'shape.too-long': '最多可有 {limit} 个字符或项',
  'shape.unknown-members': '含有此处不识别的成员：{names}',
  'shape.other': '形式不正确',
};
