// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useTyped } from './use-typed.ts';

function Box({ value, onType }: { value: string; onType: (text: string) => void }) {
  return <input {...useTyped(value, onType)} />;
}
const mount = () => {
  const told: string[] = [];
  const box = (value: string) => <Box onType={(text) => told.push(text)} value={value} />;
  const { rerender } = render(box(''));
  const input = screen.getByRole<HTMLInputElement>('textbox');
  return { told, input, arrives: (value: string) => rerender(box(value)) };
};

it('keeps the caret where it is while what was typed arrives later', async () => {
  const user = userEvent.setup();
  const { told, input, arrives } = mount();
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
  expect(told.at(-1)).toBe('abXcdef');
});

it('reports a letter that is composed of several keys when it is complete', () => {
  const { told, input } = mount();
  fireEvent.compositionStart(input);
  fireEvent.input(input, { target: { value: 'ni' }, isComposing: true });
  expect([input.value, told]).toEqual(['ni', []]);
  fireEvent.input(input, { target: { value: '你' }, isComposing: true });
  fireEvent.compositionEnd(input);
  expect([input.value, told]).toEqual(['你', ['你']]);
});

it('takes over what was changed elsewhere', async () => {
  const user = userEvent.setup();
  const { input, arrives } = mount();
  await user.type(input, 'a');
  arrives('a');
  arrives('');
  expect(input).toHaveValue('');
});
