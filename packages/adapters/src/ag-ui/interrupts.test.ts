import { InterruptSchema, ResumeEntrySchema } from '@ag-ui/core/schemas';
import { canonicalJson } from '@countersign/json/canonical-json';
import { allowedAnswers, checkFeedback } from '@countersign/upformat/answers';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import type { FeedbackType, UpFeedback } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interruptAsks, resumeOf } from '../testing/one-interrupt.ts';
import { interruptsOf } from './interrupt.ts';
import { abandonedResume } from './resume-entry.ts';

const place = {
  threadId: 't',
  runId: 'r',
  agentId: 'demo',
  timestamp: '2026-11-21T08:00:00.000Z',
};
const tool = { name: 'sendEmail', args: '{"to":"a@b.com","subject":"Hi"}' };
const ask = (interrupt: object, called: typeof tool | null = null) => {
  const parsed = InterruptSchema.parse({ id: 'i', reason: 'confirmation', ...interrupt });
  const { interrupts } = interruptsOf({ type: 'interrupt', interrupts: [parsed] });
  return interruptAsks(interrupts[0]!, place, { tool: called, said: '' })[0]!;
};
const payloadOf = (asked: ReturnType<typeof ask>, feedback: UpFeedback) => {
  const entry = ResumeEntrySchema.parse(resumeOf(asked.message, feedback));
  return entry.status === 'cancelled' ? 'cancelled' : entry.payload;
};
const reject = (reason?: string): UpFeedback => ({
  type: 'reject',
  ...(reason === undefined ? {} : { content: { reason } }),
});
const edit = (value: unknown): UpFeedback => ({ type: 'edit', content: { value } });
const approved = { type: 'boolean' };

describe('a tool call', () => {
  const editable = ask(
    {
      reason: 'tool_call',
      toolCallId: 'c',
      message: 'Send email to a@b.com?',
      responseSchema: {
        type: 'object',
        properties: {
          approved,
          editedArgs: {
            type: 'object',
            properties: { to: { type: 'string', format: 'email' }, subject: { type: 'string' } },
          },
        },
        required: ['approved'],
      },
    },
    tool,
  );

  it('shows the arguments as the proposal, and editedArgs replaces them completely', () => {
    expect(editable.message.payload).toEqual({ to: 'a@b.com', subject: 'Hi' });
    expect(formSchemaOf(editable.message)?.properties).toHaveProperty('to');
    expect(editable.message).toMatchObject({
      upPrompt: { severity: 'major', ask: 'Send email to a@b.com?' },
    });
    expect(payloadOf(editable, { type: 'approve' })).toEqual({ approved: true });
    expect(payloadOf(editable, edit({ to: 'c@d.com' }))).toEqual({
      approved: true,
      editedArgs: { to: 'c@d.com' },
    });
    expect(payloadOf(editable, reject())).toEqual({ approved: false });
  });

  it('keeps a reason in the metadata if the payload has no place for it', () => {
    expect(resumeOf(editable.message, reject('Wrong address'))).toEqual({
      interruptId: 'i',
      status: 'resolved',
      payload: { approved: false },
      metadata: { reason: 'Wrong address' },
    });
  });

  it('never approves by an edit in text', () => {
    const words: UpFeedback = { type: 'edit', content: { text: 'Use the other address' } };
    expect(payloadOf(editable, words)).toEqual({ approved: false });
  });

  it('without editedArgs may not be edited', () => {
    const { message } = ask(
      {
        reason: 'tool_call',
        responseSchema: { type: 'object', properties: { approved }, required: ['approved'] },
      },
      tool,
    );
    expect(allowedAnswers(message)['edit'].allowed).toBe(false);
    expect(allowedAnswers(message)['approve'].allowed).toBe(true);
    expect(message.payload).toEqual({ to: 'a@b.com', subject: 'Hi' });
  });

  it('uses the shape of the arguments if editedArgs has none', () => {
    const { message } = ask(
      {
        reason: 'tool_call',
        responseSchema: {
          type: 'object',
          properties: { approved, editedArgs: { type: 'object' } },
        },
      },
      tool,
    );
    expect(formSchemaOf(message)?.properties).toEqual({
      to: { type: 'string' },
      subject: { type: 'string' },
    });
  });

  it('asks for the other members, with editedArgs only when they were edited', () => {
    const asked = ask(
      {
        reason: 'tool_call',
        responseSchema: {
          type: 'object',
          properties: {
            approved,
            editedArgs: { type: 'object' },
            scope: { enum: ['once', 'always'] },
          },
          required: ['approved', 'scope'],
        },
      },
      tool,
    );
    const args = { to: 'a@b.com', subject: 'Hi' };
    expect(asked.message.payload).toEqual({ editedArgs: args });
    expect(checkFeedback(asked.message, { type: 'approve' })).not.toEqual([]);
    expect(payloadOf(asked, edit({ editedArgs: args, scope: 'once' }))).toEqual({
      approved: true,
      scope: 'once',
    });
    const other = { ...args, to: 'x@y.z' };
    expect(payloadOf(asked, edit({ editedArgs: other, scope: 'once' }))).toEqual({
      approved: true,
      scope: 'once',
      editedArgs: other,
    });
  });

  it('with invalid arguments is still shown', () => {
    const { message } = ask({ reason: 'tool_call' }, { name: 'x', args: '{"a":' });
    expect(message.payload).toEqual({ arguments: '{"a":' });
    expect(resumeOf(message, { type: 'approve' })).toMatchObject({ payload: { approved: true } });
  });
});

describe('other reasons', () => {
  it('a confirmation without a schema is a bare boolean', () => {
    expect(payloadOf(ask({}), { type: 'approve' })).toBe(true);
    expect(payloadOf(ask({}), reject())).toBe(false);
    expect(payloadOf(ask({ responseSchema: { type: 'boolean' } }), reject())).toBe(false);
  });

  it('the values of a verdict are those of the schema', () => {
    const responseSchema = {
      type: 'object',
      properties: {
        decision: { enum: ['approve', 'edit', 'reject'] },
        comment: { type: 'string' },
      },
      required: ['decision', 'comment'],
    };
    const asked = ask({ responseSchema });
    expect(payloadOf(asked, { type: 'approve' })).toEqual({ decision: 'approve', comment: '' });
    expect(payloadOf(asked, reject('No'))).toEqual({ decision: 'reject', comment: 'No' });
    expect(payloadOf(asked, edit({ decision: 'edit', comment: 'Shorter' }))).toEqual({
      decision: 'edit',
      comment: 'Shorter',
    });
  });

  it('input is given by a form; without a place for a refusal it is abandoned', () => {
    const responseSchema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
    };
    const asked = ask({ reason: 'input_required', responseSchema });
    expect(payloadOf(asked, edit({ city: 'Bonn' }))).toEqual({ city: 'Bonn' });
    expect(resumeOf(asked.message, reject('Not mine'))).toEqual({
      interruptId: 'i',
      status: 'cancelled',
      metadata: { reason: 'Not mine' },
    });
  });

  it.each([
    [{ type: 'string' }, 'Bonn'],
    [{ enum: ['a', 'b'] }, 'b'],
    [{ type: 'array', items: { type: 'integer' } }, [1, 2]],
    [{ $ref: '#/$defs/n', $defs: { n: { type: 'number' } } }, 4.5],
    [{ oneOf: [{ type: 'string' }, { type: 'object' }] }, { x: 1 }],
  ])(
    'a schema that is not of an object gets a field, and the answer is its value: %j',
    (responseSchema, value) => {
      const asked = ask({ reason: 'input_required', responseSchema });
      expect(formSchemaOf(asked.message)?.required).toEqual(['answer']);
      expect(payloadOf(asked, edit({ answer: value }))).toEqual(value);
    },
  );

  it('adjusts references to the root when the root moves', () => {
    const responseSchema = { type: 'array', items: { anyOf: [{ type: 'string' }, { $ref: '#' }] } };
    const { message } = ask({ reason: 'input_required', responseSchema });
    expect(JSON.stringify(message.upContext)).toContain('"$ref":"#/properties/answer"');
  });

  it('ignores invalid keywords: any value is an answer then', () => {
    const responseSchema = { type: 'object', properties: { x: { type: 7 }, y: 3 }, required: true };
    const { message } = ask({ reason: 'input_required', responseSchema });
    expect(message.upContext?.schema).toEqual({ type: 'object', properties: { x: {}, y: true } });
  });

  it('an unknown reason shows the data sent with it, next to the form', () => {
    const asked = ask({
      reason: 'langgraph:review',
      metadata: { table: 'users' },
      responseSchema: { type: 'object', properties: { keep: { type: 'integer' } } },
    });
    expect(asked.message.upPrompt?.ask).toMatch(/langgraph:review/);
    expect(asked.message.payload).toEqual({ details: { table: 'users' } });
    expect(payloadOf(asked, edit({ details: { table: 'users' }, keep: 3 }))).toEqual({ keep: 3 });
    expect(
      payloadOf(ask({ reason: 'x:y' }), { type: 'instruction', content: { text: 'Bonn' } }),
    ).toBe('Bonn');
  });

  it('reads an expiry in any form AG-UI agents write, and no expiry where there is none', () => {
    const at = (expiresAt: string) => ask({ expiresAt }).message.upPrompt?.expiresAt;
    expect(at('2026-11-21T10:00:00+01:00')).toBe('2026-11-21T09:00:00.000Z');
    expect(at('2026-11-21T10:00:00')).toBe('2026-11-21T10:00:00.000Z');
    expect(at('in an hour')).toBeUndefined();
  });

  it('counts interrupts that cannot be answered without an id', () => {
    const listed = [{ reason: 'x' }, { id: 'i' }, { id: 'i' }, 3];
    expect(interruptsOf({ type: 'interrupt', interrupts: listed })).toEqual({
      interrupts: [
        { id: 'i', reason: 'unknown' },
        { id: 'i', reason: 'unknown' },
      ],
      nameless: 2,
    });
    expect(interruptsOf({ type: 'success' }).interrupts).toEqual([]);
  });

  it('an abandoned interrupt is cancelled without a payload', () => {
    expect(ResumeEntrySchema.parse(abandonedResume('i', 'Expired.'))).not.toHaveProperty('payload');
  });
});

const feedbackOf: Record<FeedbackType, UpFeedback> = {
  approve: { type: 'approve', content: { reason: 'Fine' } },
  reject: { type: 'reject', content: { reason: 'No' } },
  edit: { type: 'edit', content: { value: { answer: 1 } } },
  rank: { type: 'rank', content: { order: ['a', 'b'] } },
  comment: { type: 'comment', content: { text: 'Hm' } },
  instruction: { type: 'instruction', content: { text: 'Do' } },
};

it('any interrupt becomes a prompt, and each answer it allows becomes a valid entry', () => {
  const schema = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.record(
      {
        type: fc.constantFrom('object', 'string', 'array', 'boolean', 'nonsense', 7),
        properties: fc.dictionary(
          fc.constantFrom('approved', 'editedArgs', 'reason', 'decision', 'x', 'arguments'),
          fc.oneof(
            fc.constantFrom({ type: 'boolean' }, { type: 'string' }, { type: 'object' }, true),
            fc.jsonValue({ maxDepth: 2 }),
          ),
        ),
        required: fc.subarray(['approved', 'x']),
        $ref: fc.constantFrom('#', '#/$defs/a', '#/properties/x'),
      },
      { requiredKeys: [] },
    ),
  );
  const text = fc.json({ maxDepth: 3 });
  fc.assert(
    fc.property(
      fc.constantFrom('tool_call', 'input_required', 'confirmation', 'x:y', ''),
      schema,
      text,
      fc.boolean(),
      (reason, shape, args, hasTool) => {
        const responseSchema = JSON.parse(JSON.stringify(shape));
        const raw = { id: 'i', reason, responseSchema, metadata: { args } };
        const { interrupts } = interruptsOf({ type: 'interrupt', interrupts: [raw] });
        const tool = hasTool ? { name: 'n', args } : null;
        const asked = interruptAsks(interrupts[0]!, place, { tool, said: '' })[0]!;
        const parsed = parseUpMessage(JSON.parse(JSON.stringify(asked.message)));
        expect(parsed.ok).toBe(true);
        if (!parsed.ok) return;
        const types = upPromptOf(asked.message).allowed ?? [];
        expect(types.length).toBeGreaterThan(1);
        for (const type of types) {
          const entry = resumeOf(parsed.message, feedbackOf[type]);
          expect(ResumeEntrySchema.safeParse(entry).success).toBe(true);
          expect(canonicalJson(entry)).toBe(
            canonicalJson(resumeOf(parsed.message, feedbackOf[type])),
          );
        }
      },
    ),
  );
});
