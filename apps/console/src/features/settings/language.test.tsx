// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { Language } from './language.tsx';

const known = { en: { name: 'English' }, 'zh-CN': { name: '中文' } };
beforeEach(() => localStorage.clear());

it('keeps the language that is chosen and loads the page again, and gives it back to the browser', async () => {
  const user = userEvent.setup();
  const reload = vi.fn();
  render(<Language known={known} reload={reload} />);
  const choice = (name: string) => screen.getByRole('button', { name });
  expect(choice('As in the browser')).toHaveAttribute('aria-pressed', 'true');
  await user.click(choice('中文'));
  expect(localStorage.getItem('countersign.language')).toBe('zh-CN');
  expect(choice('中文')).toHaveAttribute('aria-pressed', 'true');
  expect(reload).toHaveBeenCalledTimes(1);
  await user.click(choice('As in the browser'));
  expect(localStorage.getItem('countersign.language')).toBeNull();
  expect(reload).toHaveBeenCalledTimes(2);
});

it('offers no choice with a single language', () => {
  const { container } = render(<Language known={{ en: { name: 'English' } }} />);
  expect(container).toBeEmptyDOMElement();
});
