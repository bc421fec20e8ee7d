// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Clamp } from './clamp.tsx';

it('cuts a long text until all of it is requested, and a short one never', async () => {
  const lines = Array.from({ length: 9 }, (_, index) => `Reason ${String(index)}`).join('\n');
  const { container, rerender } = render(<Clamp>{lines}</Clamp>);
  expect(container.querySelector('.clamp')).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show all of it' }));
  expect(container.querySelector('.clamp')).toBeNull();
  expect(screen.getByRole('button', { name: 'Show less' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  rerender(<Clamp>{'One line'}</Clamp>);
  expect(screen.queryByRole('button')).toBeNull();
});
