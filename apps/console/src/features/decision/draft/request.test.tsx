// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { makePrompt } from '../testing/panel.tsx';
import { bodyOf, curlOf, pathOf } from './request.ts';

const leaving = (text: string, despiteClaim = false) => ({
  prompt: makePrompt(),
  feedback: { type: 'instruction' as const, content: { text } },
  despiteClaim,
});

/** The last argument as parsed by a shell: joined quoted pieces. */
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

  it('contains a number as it was written', () => {
    const value = { account: '\ufdd012345678901234567890', tiny: '\ufdd01e-400', amount: 6 };
    const feedback = { type: 'edit' as const, content: { value } };
    const curl = curlOf({ prompt: makePrompt(), feedback, despiteClaim: false });
    expect(curl).toContain('{"account":12345678901234567890,"tiny":1e-400,"amount":6}');
    expect(curl).not.toContain('\ufdd0');
  });

  it('posts a comment as a comment, or as an answer if it is one', () => {
    const feedback = { type: 'comment' as const, content: { text: 'x' } };
    const aside = { prompt: makePrompt(), feedback, despiteClaim: true };
    expect(pathOf(aside)).toBe('/api/prompts/t~m/comments');
    expect(bodyOf(aside, 'k')).toEqual({ feedback, idempotencyKey: 'k' });
    const answer = { ...aside, prompt: makePrompt({ commentsAnswer: true }) };
    expect(pathOf(answer)).toBe('/api/prompts/t~m/decisions');
    expect(bodyOf(answer, 'k')).toHaveProperty('digest');
  });

  it('quotes the address too: the ids in it are the agents’ own', () => {
    const prompt = makePrompt({ id: "t'$(id)'~m" });
    const [address] = curlOf({ ...leaving('x'), prompt }).split(' \\\n');
    expect(address).toContain("/api/prompts/t'\\''%24(id)'\\''~m/decisions'");
  });

  it('never shows a token', () => {
    expect(curlOf(leaving('x'))).toContain('Bearer $COUNTERSIGN_TOKEN');
  });
});
