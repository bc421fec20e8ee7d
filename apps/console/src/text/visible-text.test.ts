import { describe, expect, it } from 'vitest';
import { shownPieces, trueText, visibleText } from './visible-text.ts';

const codePoints = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
/** Hidden, without those that are only unassigned or private: there are a million of them. */
const isRare = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\u2800]/u;
const mark = (character: string) =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

describe('visibleText', () => {
  it('does not change plain text, emoji and other scripts', () => {
    const text =
      'Zażółć 招聘，好的 👩🏽‍💻 👁️‍🗨️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇨🇳 ❤️\nnew\tline العربية می‌خواهم क्‍ष Москва Αθήνα ΔT 5 μm API接口 ℃';
    expect(visibleText(text)).toBe(text);
  });

  it('shows every character of Unicode that is drawn as nothing, alone and inside a word', () => {
    const isHidden =
      /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Co}\p{Zl}\p{Zp}\u2800]/u;
    for (let from = 0; from <= 0x10ffff; from += 0x1000) {
      // U+FDD0 marks exact numbers inside the program; it is replaced where text enters.
      const block = codePoints(from, from + 0xfff).filter(
        (one, index) =>
          !'\t\n\r\ufdd0'.includes(one) &&
          isHidden.test(one) &&
          (isRare.test(one) || index % 16 === 0),
      );
      const shown = visibleText(block.map((one) => `${one} p${one}y`).join(' '));
      expect(shown).toBe(block.map((one) => `${mark(one)} p${mark(one)}y`).join(' '));
    }
  });

  it('marks every space but the usual one', () => {
    expect(visibleText('10\u00a0000\u202fEUR\u3000')).toBe('10␣\u00a0000␣\u202fEUR␣\u3000');
    expect(visibleText('a\u2003b\u2028c')).toBe('a⟨U+2003⟩b⟨U+2028⟩c');
  });

  it.each([
    ['joiners between letters that are not joined', 'pa\u200dy'],
    ['a second joiner', 'می\u200c\u200cخ'],
    ['a joiner at the end of an emoji', '👩\u200d!'],
    ['a selector on a digit', '1\ufe0f0'],
    ['a second selector', '❤\ufe0f\ufe0f'],
    ['selectors in which a text for a model is hidden', '😀\u{e0101}\u{e0155}\u{e0160}'],
    ['tags after a flag that is none', '🏴\u{e0070}\u{e0061}\u{e007f}'],
  ])('shows %s', (_what, text) => {
    expect(visibleText(text)).toMatch(/⟨U\+(200C|200D|FE0F|E01[0-9A-F]{2}|E00[0-9A-F]{2})⟩/);
    expect(trueText(visibleText(text))).toBe(text);
  });

  it('spells out bidirectional overrides', () => {
    expect(visibleText('pay \u202Eevil\u202C now')).toBe('pay ⟨U+202E⟩evil⟨U+202C⟩ now');
  });

  it('names the script of a letter that reads like another', () => {
    expect(visibleText('to p\u0430ypal')).toBe('to p\u0430⟨Cyrillic⟩ypal');
    expect(visibleText('\u041c\u043e\u0441k\u0432\u0430')).toBe(
      '\u041c\u043e\u0441k⟨Latin⟩\u0432\u0430',
    );
    expect(visibleText('G\u03bf\u03bfgle')).toBe('G\u03bf⟨Greek⟩\u03bf⟨Greek⟩gle');
  });

  it('keeps the text of an agent that writes like us apart from our marks', () => {
    const text = 'a⟨U+202E⟩b⟨Cyrillic⟩c␣d ⟨x⟩';
    expect(visibleText(text)).toBe('a⟨U+27E8⟩U+202E⟩b⟨U+27E8⟩Cyrillic⟩c⟨U+2423⟩d ⟨x⟩');
    expect(trueText(visibleText(text))).toBe(text);
  });
});

describe('trueText', () => {
  it('gives back every hidden character of Unicode, and some of the others, in any company', () => {
    const wrong: string[] = [];
    for (let from = 0; from <= 0x10ffff; from += 0x4000) {
      const text = codePoints(from, from + 0x3fff)
        .filter((one, index) => one !== '\ufdd0' && (index % 64 === 0 || isRare.test(one)))
        .map((one) => `p${one}а\u200d${one}`)
        .join('⟨U+');
      if (trueText(visibleText(text)) !== text) wrong.push(from.toString(16));
    }
    expect(wrong).toEqual([]);
  });
});

it('cuts a text into the pieces that it shows', () => {
  expect([...shownPieces('a\u202eb')]).toEqual([
    { raw: 'a', shown: 'a' },
    { raw: '\u202e', shown: '⟨U+202E⟩' },
    { raw: 'b', shown: 'b' },
  ]);
});
