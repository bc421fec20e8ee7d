// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Leaf } from './values.tsx';

it('keeps the entries of a list apart, also those that contain commas', () => {
  render(<Leaf node={{}} root={{}} value={['Leipzig, Sachsen', 'Halle, Saale', 3]} />);
  expect(screen.getByText('Leipzig, Sachsen; Halle, Saale; 3')).toHaveAttribute('lang', '');
});

it('says of a list without entries that it is empty, in the language of the console', () => {
  const { container } = render(<Leaf node={{}} root={{}} value={[]} />);
  expect(container.textContent).not.toBe('');
  expect(container.querySelector('[lang]')).toBeNull();
});
