// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useTyped } from './use-typed.ts';

function Box({ value, onType }: { value: string; onType: (text: string) => void }) {
  return <input {...useTyped(value, onType)} />;
}
const mount = () => {
  const reported: string[] = [];
  const box = (value: string) => <Box onType={(text) => reported.push(text)} value={value} />;
  const { rerender } = render(box(''));
  const input = screen.getByRole<HTMLInputElement>('textbox');
  return { reported, input, arrives: (value: string) => rerender(box(value)) };
};

it('keeps the caret where it is while what was typed arrives later', async () => {
  const user = userEvent.setup();
  const { reported, input, arrives } = mount();
  await user.type(input, 'abcdef');
  expect(input).toHaveValue('abcdef');
  arrives('abc');
  expect(input).toHaveValue('abcdef');
  arrives('abcdef');
  input.setSelectionRange(2, 2);
  await user.keyboard('X');
  expect([input.value, input.selectionStart]).toEqual(['abXcdef', 3]);
  arrives('abXcdef');
  expect([input.value, input.selectionStart]).toEqual(['abXcdef', 3]);
  expect(reported.at(-1)).toBe('abXcdef');
});

it('reports a letter that is composed of several keys when it is complete', () => {
  const { reported, input } = mount();
  fireEvent.compositionStart(input);
  fireEvent.input(input, { target: { value: 'ni' }, isComposing: true });
  expect([input.value, reported]).toEqual(['ni', []]);
  fireEvent.input(input, { target: { value: '你' }, isComposing: true });
  fireEvent.compositionEnd(input);
  expect([input.value, reported]).toEqual(['你', ['你']]);
});

it('takes over what was changed elsewhere', async () => {
  const user = userEvent.setup();
  const { input, arrives } = mount();
  await user.type(input, 'a');
  arrives('a');
  arrives('');
  expect(input).toHaveValue('');
});
