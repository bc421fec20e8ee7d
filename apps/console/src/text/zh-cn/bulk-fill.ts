import { figure, plural } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

const rows = (count: number) => plural(count, { other: '# 行' });

/** Texts about filling in many rows together. */
export const fillText: Messages['bulkFill']['fillText'] = {
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
