import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factsThatStay, missedOnce } from '../testing/missed-once.ts';
import { memoryOf } from '../testing/samples.ts';
import { desensitise } from './desensitise.ts';
import { detect, examine } from './detect.ts';
import { draftOf } from './draft.ts';

type Planted = [text: string, values: string[], isAnnounced: boolean];
const { sets }: { sets: Record<string, { planted: Planted[]; keep: string[] }> } = JSON.parse(
  readFileSync(new URL('../testing/personal-sentences.json', import.meta.url), 'utf8'),
);

const masked = (text: string): string =>
  detect(text).reduceRight(
    (rest, { start, end, label }) => `${rest.slice(0, start)}[${label}]${rest.slice(end)}`,
    text,
  );
function leaks([text, values]: readonly [string, readonly string[], ...unknown[]]): boolean {
  const rest = masked(text);
  return values.some((value) => rest.includes(value));
}

describe('personal data in sentences', () => {
  it('is masked in every form that was missed once', () => {
    expect(missedOnce.filter(leaks)).toEqual([]);
  });

  it.each(Object.entries(sets))(
    'is masked in the set %s, and facts stay',
    (_, { planted, keep }) => {
      const left = planted.filter(leaks);
      expect(left.filter(([, , isAnnounced]) => isAnnounced)).toEqual([]);
      expect(left.length / planted.length).toBeLessThanOrEqual(0.05);
      expect(keep.filter((fact) => masked(fact) !== fact)).toEqual([]);
    },
  );

  it('leaves facts as they are', () => {
    expect(factsThatStay.map(masked)).toEqual(factsThatStay);
  });

  it('masks a code that is written like one that was announced', () => {
    expect(masked('Employee Nr. HB-00921 swapped with HB-00922, not XY-00922.')).toBe(
      'Employee Nr. [REF] swapped with [REF], not XY-00922.',
    );
  });

  it('does not need the check digit of what a word announces, and does of what none does', () => {
    expect(masked('NRIC T0987654B')).toBe('NRIC [ID]');
    expect(masked('the part S1234567D fits')).toBe('the part [ID] fits');
    expect(masked('the part S1234567A fits')).toBe('the part S1234567A fits');
  });

  it('masks the members and columns that a text writes', () => {
    for (const [text, expected] of [
      [
        '<lastName>Vark</lastName><city>Lagos</city>',
        '<lastName>[PERSONAL]</lastName><city>Lagos</city>',
      ],
      ['{"fullName":"quill vark","sku":"TX-4"}', '{"fullName":"[PERSONAL]","sku":"TX-4"}'],
      ['email;plan\nn/a-quill;pro', 'email;plan\n[PERSONAL];pro'],
      [
        '| name | surname |\n|---|---|\n| a | vark |',
        '| name | surname |\n|---|---|\n| [PERSONAL] | [PERSONAL] |',
      ],
      ['name,price\nbolt,4', 'name,price\nbolt,4'],
    ] as const)
      expect(masked(text)).toBe(expected);
  });

  it('masks a value apart from its word, only in the form of one', () => {
    expect(masked('The password for the new gateway is Kestrel_9x.')).not.toContain('Kestrel');
    expect(masked('Пароль от почты: Zima!2041')).not.toContain('Zima');
    expect(masked('The PIN for the side door is 4817.')).toBe(
      'The PIN for the side door is [SECRET].',
    );
    for (const fact of [
      'The password for the gateway is scram-sha-256.',
      'パスワードは8文字以上です。',
    ])
      expect(masked(fact)).toBe(fact);
  });

  it('doubts what may be a name, an age or a number, and masks it nowhere', () => {
    for (const [text, doubt] of [
      ['The van waits in Quillon Marchbanks today.', 'Quillon Marchbanks'],
      ['The guard is 34 years old.', '34 years old'],
      ['The line is 8123 4567 today.', '8123 4567'],
    ] as const) {
      const { sure, doubtful } = examine(text);
      expect(sure, text).toEqual([]);
      expect(doubtful.map(({ start, end }) => text.slice(start, end))).toEqual([doubt]);
    }
  });

  it('masks in other places only the names that it is sure of', () => {
    const steps = 'a:Quillon Marchbanks\nb:ask Thessaly Fenwick\nc:Fenwick and Marchbanks agree';
    const content = { workflow_name: 'w', steps };
    const { items } = desensitise([draftOf(memoryOf('wf', 'workflow', content))]);
    const text = JSON.stringify(items);
    expect(text).not.toContain('Fenwick');
    expect(text).toContain('Marchbanks');
  });

  // A pattern that tries again from each place would take minutes for these.
  it('is looked for in hostile texts of any script', () => {
    const parts = [
      ...['Aa ', 'Aa-', 'van Aa ', 'Ask Aa ', 'Aa Bb and ', 'L’a ', 'Иван ', 'a\u0301'],
      ...['王', '王小', '、王小明', '值班：', '值班：王小、', '〇', '김민', '씨 ', 'คุณ'],
      ...['محمد ', 'السيد ', 'السيد: ', 'संपर्क: अब ', 'क '],
      ...['passport ', 'passport A1 ', 'PIN: ', 'address: a1 ', 'no. ', 'HB-00921 '],
      ...['PIN for the ', 'key: Aa1-', 'name;b\nA;B\n', '<a>b', 'क ने '],
      ...['one ', 'a at b dot ', 'a艾特', 'ab.cd ', '///a.', '*1.', 'the only nurse '],
    ];
    for (const part of parts) detect(part.repeat(8_000 / part.length));
  });
});
