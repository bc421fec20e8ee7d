import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('visibleText', () => {
  it('does not change plain text, emoji and other scripts', () => {
    const text = 'Zażółć 招聘 👩🏽‍💻\nnew\tline العربية';
    expect(visibleText(text)).toBe(text);
  });
  it('spells out bidirectional overrides', () => {
    expect(visibleText('pay \u202Eevil\u202C now')).toBe('pay ⟨U+202E⟩evil⟨U+202C⟩ now');
  });
  it('counts smuggled tag characters', () => {
    const smuggled = [...'hi'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('');
    expect(visibleText(`ok${smuggled}.`)).toBe('ok⟨2 hidden characters⟩.');
  });
});
