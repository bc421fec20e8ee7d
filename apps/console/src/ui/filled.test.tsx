// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { filled } from './filled.ts';

it('puts each element at its placeholder, in the order of the language', () => {
  const bold = <b>Ada</b>;
  const link = <a href="/tasks/run-3f2b6c1e-9d5a">this task</a>;
  const { container } = render(
    <p>{filled((who, where) => `In ${where}, by ${who}: 3 of 4 (\ue0007\ue001)`, bold, link)}</p>,
  );
  expect(container.innerHTML).toBe(
    '<p>In <a href="/tasks/run-3f2b6c1e-9d5a">this task</a>, by <b>Ada</b>: 3 of 4 ()</p>',
  );
});
