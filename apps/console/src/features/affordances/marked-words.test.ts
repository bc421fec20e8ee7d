import { describe, expect, it } from 'vitest';
import { markedParts } from './marked-words.ts';

const marked = (text: string, words: string[]) =>
  markedParts(text, words)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('');

describe('words that are marked', () => {
  it('are whole words, whatever their letters', () => {
    expect(marked('Reads the Goal of goals.', ['goal', 'reads'])).toBe(
      '[Reads] the [Goal] of goals.',
    );
    expect(marked('goal_mcp_CurrentGoal', ['goal'])).toBe('[goal]_mcp_Current[Goal]');
    expect(marked('goalkeeper', ['goal'])).toBe('goalkeeper');
  });

  it('are pairs of characters where there are no spaces', () => {
    expect(marked('远程重启指定的基站', ['重启', '基站'])).toBe('远程[重启]指定的[基站]');
  });

  it('are none where there is nothing to mark', () => {
    expect(markedParts('', ['goal'])).toEqual([]);
    expect(marked('The goal', ['', 'x'])).toBe('The goal');
    expect(marked('İstanbul goal', ['goal'])).toBe('İstanbul goal');
  });
});
