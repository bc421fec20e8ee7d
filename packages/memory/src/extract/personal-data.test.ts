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

/** As {@link sets}; here each value says for itself whether a word announces it. */
const {
  sets: firstSeen,
}: { sets: Record<string, { planted: [string, string[], string[]][]; keep: string[] }> } =
  JSON.parse(
    readFileSync(new URL('../testing/first-seen-sentences.json', import.meta.url), 'utf8'),
  );

/** What neither a mask nor the mark of a doubt covers. */
const shown = (text: string): string => {
  const { sure, doubtful } = examine(text);
  return [...sure, ...doubtful]
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}\u0000${rest.slice(end)}`, text);
};

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

  it.each([
    ['eight', 3, 0, 1],
    ['nine', 2, 1, 0],
    ['ten', 9, 3, 0],
    ['eleven', 2, 1, 1],
    ['twelve', 6, 1, 2],
    ['thirteen', 4, 3, 0],
  ])('is masked or doubted in the set %s, but for %i values', (name, leaked, announced, kept) => {
    const { planted, keep } = firstSeen[name] ?? { planted: [], keep: [] };
    const left = planted.flatMap(([text, values, said]) =>
      values
        .filter((value) => shown(text).includes(value))
        .map((value) => ({ value, isAnnounced: said.includes(value) })),
    );
    expect(left.length, JSON.stringify(left)).toBeLessThanOrEqual(leaked);
    expect(left.filter(({ isAnnounced }) => isAnnounced).length).toBeLessThanOrEqual(announced);
    expect(keep.filter((fact) => masked(fact) !== fact).length).toBeLessThanOrEqual(kept);
  });

  it.each(['gateway.md', 'registry.md', 'guide.zh-CN.md'])(
    'is doubted in few sentences of %s, which has none',
    (file) => {
      const text = readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8');
      const sentences = text.split(/\n|(?<=[.!?。])\s+/).filter((one) => one.trim().length > 20);
      const doubted = sentences.filter((one) => examine(one).doubtful.length > 0);
      expect(doubted.length / sentences.length, doubted.join('\n')).toBeLessThanOrEqual(0.1);
    },
  );

  it('reads a label as a structure, in languages that no sentence of a test was written in', () => {
    for (const [text, value] of [
      ['Teljes név: Oszvald Ilka', 'Oszvald Ilka'],
      ['passportNo = KX4418290', 'KX4418290'],
      ['住院号：ZY20260731558', 'ZY20260731558'],
      ['Kata sandi: Kerupuk-2291', 'Kerupuk-2291'],
      ['รหัสผ่าน: mamuang_77', 'mamuang_77'],
      ['Telefoni: 682 201 4471', '682 201 4471'],
    ] as const)
      expect(masked(text), text).not.toContain(value);
    expect(masked('Error code: 5003, status: 422, Name: Production')).toBe(
      'Error code: 5003, status: 422, Name: Production',
    );
  });

  it('doubts what is neither a common word nor a technical form', () => {
    for (const [text, doubt] of [
      ['The report of Hrabosky was late again.', 'Hrabosky'],
      ['接口超时由褚亦凡跟进。', '褚亦凡'],
      ['Restart it with pod kestrel-0098231-K attached.', '0098231'],
    ] as const) {
      const { sure, doubtful } = examine(text);
      const found = [...sure, ...doubtful].map(({ start, end }) => text.slice(start, end));
      expect(found.join(' | '), text).toContain(doubt);
    }
    for (const plain of [
      'Restart nginx 1.25.4 after changing the Kubernetes gateway.',
      'Compare the identities of neighbours, then analyse the colours of the labelled centres.',
    ]) {
      expect(examine(plain).doubtful, plain).toEqual([]);
    }
  });

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
      const values = doubtful.filter(({ rule }) => rule !== 'about-a-person');
      expect(values.map(({ start, end }) => text.slice(start, end))).toEqual([doubt]);
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
