import { canonicalJson } from '@countersign/json/canonical-json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUpMessage } from './parse.ts';
import { sealedContent } from './sealed-content.ts';

const uuids = {
  messageId: '7c9a0d52-9b0e-4d8f-9a53-0d9f5b7f3e20',
  threadId: '0b6f1f6e-4a0c-4f9e-8a6e-2f6a5f0c9d11',
};
const message = { ...uuids, timestamp: '2026-11-21T10:00:00Z', state: 'needsHumanDecision' };

const problemsOf = (value: unknown) => {
  const parsed = parseUpMessage(value);
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path} ${message}`);
};
const warningsOf = (value: unknown) => {
  const parsed = parseUpMessage(value);
  return parsed.ok ? parsed.warnings.map(({ path }) => path) : ['refused'];
};

describe('parseUpMessage', () => {
  it('reads a valid message without warnings, and keeps unknown members', () => {
    const value = { ...message, mood: 'calm', upThought: { style: ['x'] }, payload: { a: null } };
    expect(parseUpMessage(value)).toEqual({ ok: true, message: value, warnings: [] });
  });

  it('reports every problem with its path', () => {
    expect(
      problemsOf({
        ...message,
        threadId: undefined,
        state: 'stuck',
      }).map((problem) => problem.split(' ')[0]),
    ).toEqual(['/threadId', '/state']);
    expect(problemsOf({ ...message, threadId: undefined })).toEqual([
      '/threadId This is required.',
    ]);
  });

  it.each([
    ['an id that is no UUID', { messageId: 'msg-1' }, ['/messageId']],
    ['a time without a zone', { timestamp: '2026-11-21T10:00:00.123456' }, ['/timestamp']],
    [
      'a default that never fires',
      { defaultFeedback: { type: 'approve' } },
      ['/upPrompt/defaultFeedback'],
    ],
    [
      'a default that is not taken',
      {
        expiresAt: '2026-11-21T10:01:00Z',
        allowedFeedback: ['edit'],
        defaultFeedback: { type: 'approve' },
      },
      ['/upPrompt/defaultFeedback/type'],
    ],
    ['an empty list of answers', { upPrompt: { allowed: [] } }, ['/upPrompt/allowed']],
    ['half a character', { ask: 'Send \ud83d' }, ['']],
  ])('warns of %s', (_, more, paths) => {
    expect(warningsOf({ ...message, ...more })).toEqual(paths);
  });

  it('refuses a deadline without a time zone', () => {
    const expiresAt = '2026-11-21T10:00:00';
    const parsed = parseUpMessage({ ...message, upPrompt: { expiresAt } });
    expect(parsed.ok && parsed.message.upPrompt).toEqual({});
    expect(parsed.ok && parsed.message.unread).toMatchObject([
      { path: '/upPrompt/expiresAt', value: expiresAt },
    ]);
    const earlier = parseUpMessage({ ...message, expiresAt });
    expect(earlier.ok && earlier.message).not.toHaveProperty('expiresAt');
  });

  it('reads null as absent, as Pydantic writes it, but never in a payload', () => {
    const value = {
      ...message,
      parentMessageId: null,
      upFeedback: null,
      payload: { location: null },
      upThought: {
        confidence: null,
        questions: [{ id: 'q', text: 'Where?', options: null, default: null }],
        alternatives: [{ id: 'a', label: 'A', description: null }],
      },
      defaultFeedback: {
        type: 'comment',
        target: null,
        content: { text: 'x', annotations: null },
        metadata: { severity: null },
      },
      expiresAt: '2026-11-21T10:01:00Z',
    };
    const parsed = parseUpMessage(value);
    expect(parsed).toMatchObject({ ok: true, warnings: [] });
    expect(parsed.ok && parsed.message).toEqual({
      ...message,
      payload: { location: null },
      upThought: {
        questions: [{ id: 'q', text: 'Where?', default: null }],
        alternatives: [{ id: 'a', label: 'A' }],
      },
      defaultFeedback: { type: 'comment', content: { text: 'x' }, metadata: {} },
      expiresAt: '2026-11-21T10:01:00Z',
    });
    expect(problemsOf({ ...message, state: null })).toHaveLength(1);
  });

  it('refuses extremely deep nesting', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`);
    expect(problemsOf({ ...message, payload: deep })[0]).toContain('nested');
  });

  it('never throws, does not change its input, and its result can be sealed', () => {
    const odd = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant(undefined));
    const almost = fc
      .record(
        {
          payload: fc.dictionary(fc.string({ unit: 'binary' }), odd),
          upThought: fc.oneof(odd, fc.record({ questions: odd, confidence: odd })),
          upContext: fc.oneof(odd, fc.record({ fields: odd, schema: odd })),
          upFeedback: fc.oneof(
            odd,
            fc.record({ type: fc.constantFrom('edit', 'rank', 'x'), content: odd }),
          ),
          explanation: odd,
        },
        { requiredKeys: [] },
      )
      .map((more) => ({ ...message, ...more }));
    fc.assert(
      fc.property(fc.oneof(almost, odd), (value) => {
        const before = JSON.stringify(value);
        const parsed = parseUpMessage(value);
        expect(JSON.stringify(value)).toBe(before);
        if (!parsed.ok) {
          expect(parsed.problems.length).toBeGreaterThan(0);
          return;
        }
        const { unread: _, ...read } = parsed.message;
        const sealed = canonicalJson(sealedContent(parsed.message));
        expect(canonicalJson(JSON.parse(sealed))).toBe(sealed);
        const again = parseUpMessage(read);
        expect(again.ok && canonicalJson(again.message)).toBe(canonicalJson(read));
      }),
    );
  });
});
