import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const jsonText: Messages['formsJson']['jsonText'] = {
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
