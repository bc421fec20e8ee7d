// @vitest-environment jsdom
import { say } from '@countersign/api/statements';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { filled } from '../filled.ts';
import { foreignWords } from './foreign-words.tsx';
import { ReasonText } from './reason-text.tsx';

const foreignIn = (container: Element) =>
  [...container.querySelectorAll('[lang=""]')].map(({ textContent }) => textContent);

it('marks what a reason quotes as of an unknown language, and nothing else', () => {
  const why = say('delivery.status-said', { agent: 'Buchung', status: 503, said: '系统维护中' });
  const { text, statement } = say('delivery.given-up', { why, attempts: 3 });
  const { container } = render(<ReasonText english={text} statement={statement} />);
  expect(container).toHaveTextContent(
    'Buchung answered with HTTP 503 (系统维护中). Given up after 3 attempts.',
  );
  expect(foreignIn(container)).toEqual(['Buchung', '系统维护中']);
});

it('shows a reason without a statement as it is', () => {
  const { container } = render(<ReasonText english="Out of stock" />);
  expect(container).toHaveTextContent('Out of stock');
  expect(foreignIn(container)).toEqual([]);
});

it('marks the words of others in a sentence of the console', () => {
  const { container } = render(
    <p>{filled((words) => `For example: ${words}`, foreignWords('Réserver \u202e'))}</p>,
  );
  expect(container).toHaveTextContent('For example: Réserver ⟨U+202E⟩');
  expect(foreignIn(container)).toEqual(['Réserver ⟨U+202E⟩']);
});
