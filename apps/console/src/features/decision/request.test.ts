// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { bodyOf, curlOf } from './request.ts';
import { makePrompt } from './testing/panel.tsx';

const leaving = (text: string, despiteClaim = false) => ({
  prompt: makePrompt(),
  feedback: { type: 'instruction' as const, content: { text } },
  despiteClaim,
});

/** What a shell makes of the last argument: quoted pieces glued together. */
function unquoted(curl: string): string {
  const data = curl.slice(curl.indexOf('--data ') + '--data '.length);
  return data
    .replaceAll(`'\\''`, '\u0000')
    .replaceAll(`'"$(uuidgen)"'`, 'a-key')
    .replace(/^'|'$/g, '')
    .replaceAll('\u0000', "'");
}

describe('the request', () => {
  it('names an answer despite a claim only where it is one', () => {
    expect(bodyOf(leaving('x'), 'k')).not.toHaveProperty('despiteClaim');
    expect(bodyOf(leaving('x', true), 'k')).toMatchObject({ despiteClaim: true });
  });

  it.each(["it's", '$(rm -rf /) `id` "quoted" \\', 'IDEMPOTENCY_KEY', 'line\nend', "'\\''"])(
    'is the same body for a shell: %j',
    (words) => {
      const body = JSON.parse(unquoted(curlOf(leaving(words))));
      expect(body).toEqual(bodyOf(leaving(words), 'a-key'));
    },
  );

  it('never shows a token', () => {
    expect(curlOf(leaving('x'))).toContain('Bearer $COUNTERSIGN_TOKEN');
  });
});
