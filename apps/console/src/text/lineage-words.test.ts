import { expect, it } from 'vitest';
import { lineageText as en } from './en/views.ts';
import { lineageText as zhCn } from './zh-cn/views.ts';

it('words what the lineage says itself, and leaves what agents say', () => {
  const says = { kind: 'answer', type: 'reject', by: 'Mara' } as const;
  expect(en.label('reject by Mara', says)).toBe('reject by Mara');
  expect(zhCn.label('reject by Mara', says)).toBe('Mara：驳回');
  expect(zhCn.label('Hands over to Ada', { kind: 'hands-over', to: 'Ada' })).toBe('移交给 Ada');
  expect(zhCn.label('Thinking', { kind: 'thinking' })).toBe('思考');
  expect(zhCn.label('Thinking')).toBe('Thinking');
});

it('names states in the language of the reader, unknown ones as they are', () => {
  expect(en.state('done')).toBe('done');
  expect(zhCn.state('done')).toBe('完成');
  expect(zhCn.state('toString')).toBe('toString');
});
