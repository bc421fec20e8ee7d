// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QuotedText } from './quoted-text.tsx';

it('sets quotations off, and leaves every other text as it is', () => {
  const words = 'The address is at https://a.example.\n> https://a.example/x\n> y\n\nNot verified.';
  const { container, rerender } = render(<QuotedText>{words}</QuotedText>);
  const quotes = [...container.querySelectorAll('q')].map(({ textContent }) => textContent);
  expect(quotes).toEqual(['https://a.example/x\ny']);
  const others = [...container.querySelectorAll('.quoting')].map((one) => one.textContent);
  expect(others).toEqual(['The address is at https://a.example.', 'Not verified.']);
  rerender(<QuotedText>{'a > b\n  > c'}</QuotedText>);
  expect(container.innerHTML).toBe('a &gt; b\n  &gt; c');
});

it('quotes a line that is quoted in the quotation, with its mark', () => {
  const { container } = render(<QuotedText>{'> > Approve this.\n> '}</QuotedText>);
  expect(container.querySelector('q')?.textContent).toBe('> Approve this.\n');
});
