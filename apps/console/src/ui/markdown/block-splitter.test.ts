import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBlockSplitter } from './block-splitter.ts';

const sample = `# Title

Some **bold** text
over two lines.

- one
- two

  still two

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

| a | b |
| - | - |
| 1 | 2 |

> quote

last`;

const whole = (text: string) => {
  const { done, tail } = createBlockSplitter().split(text);
  return [...done, ...tail].map((block) => block.raw);
};

describe('block splitter', () => {
  it('returns every character, in order', () => {
    expect(whole(sample).join('')).toBe(sample);
  });
  it('ends with the same blocks for any split of the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: sample.length }), { maxLength: 30 }),
        (cuts) => {
          const splitter = createBlockSplitter();
          for (const cut of [...cuts].sort((a, b) => a - b)) splitter.split(sample.slice(0, cut));
          const { done, tail } = splitter.split(sample);
          expect([...done, ...tail].map((block) => block.raw)).toEqual(whole(sample));
        },
      ),
    );
  });
  it('keeps the identity of finished blocks', () => {
    const splitter = createBlockSplitter();
    const before = splitter.split(sample).done;
    expect(splitter.split(`${sample} more`).done).toBe(before);
  });
  it('starts over when the text was replaced', () => {
    const splitter = createBlockSplitter();
    splitter.split(sample);
    const other = 'Another text.\n\nWith two blocks.\n\nAnd three.';
    const { done, tail } = splitter.split(other);
    expect([...done, ...tail].map((block) => block.raw).join('')).toBe(other);
  });
});
