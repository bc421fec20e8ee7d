import { InterruptSchema, ResumeEntrySchema } from '@ag-ui/core/schemas';
import { judge } from '@countersign/json-schema/judge';
import { checkFeedback, type ValidateSchema } from '@countersign/upformat/answers';
import type { UpFeedback } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { interruptsOf } from '../ag-ui/interrupt.ts';
import { anyToolAsk, toolContent } from '../hai/any-tool.ts';
import { interruptAsks, resumeOf } from '../testing/one-interrupt.ts';

const place = { threadId: 't', runId: 'r', agentId: 'a', timestamp: '2026-11-21T08:00:00.000Z' };

function interruptFor(responseSchema: unknown) {
  const sent = { id: 'i', reason: 'review', message: 'Well?', responseSchema };
  const { interrupts } = interruptsOf({
    type: 'interrupt',
    interrupts: [InterruptSchema.parse(sent)],
  });
  return interruptAsks(interrupts[0]!, place, { tool: null, said: '' })[0]!.message;
}

const toolFor = (result: unknown) =>
  anyToolAsk({ toolCallId: 'c', name: 'review', args: '{"draft":"D"}' }, place, {
    name: 'review',
    description: 'Review a draft',
    parameters: {},
    result,
  }).message;

const validate: ValidateSchema = (schema, value) =>
  judge(schema, value).faults.map(({ path }) => ({ path: `/${path.join('/')}`, message: '' }));

type Message = ReturnType<typeof interruptFor>;

const faultsOf = (message: Message, feedback: UpFeedback) =>
  checkFeedback(message, feedback, { validate }).map(({ path }) => path);

const sentFor = (message: Message, feedback: UpFeedback): unknown => {
  expect(faultsOf(message, feedback)).toEqual([]);
  const entry = ResumeEntrySchema.parse(resumeOf(message, feedback));
  return entry.status === 'cancelled' ? 'cancelled' : entry.payload;
};

const edit = (value: unknown): UpFeedback => ({ type: 'edit', content: { value } });
const say = (text: string): UpFeedback => ({ type: 'instruction', content: { text } });
const answer = (said: unknown): UpFeedback => {
  if (said === 'approve' || said === 'reject') return { type: said };
  return edit(typeof said === 'object' && said !== null ? said : { answer: said });
};

const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});
const words = (...list: unknown[]) => ({ type: 'string', enum: list });
const titled = (...pairs: [unknown, string][]) => ({
  oneOf: pairs.map(([value, title]) => ({ const: value, title })),
});
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

interface Case {
  name: string;
  schema: object;
  /** What is said → what arrives. */
  says: [unknown, unknown][];
  /** Whether Approve can be given. */
  approves: boolean;
}

const once = words('allow_once', 'allow_always', 'deny');
const parcel = { type: 'string' };

const cases: Case[] = [
  {
    name: 'a choice with a word that lasts',
    schema: object({ decision: once }, 'decision'),
    says: ['allow_once', 'allow_always', 'deny'].map((decision) => [{ decision }, { decision }]),
    approves: false,
  },
  {
    name: 'a third way out',
    schema: object(
      { decision: words('approve', 'reject', 'escalate'), comment: { type: 'string' } },
      'decision',
    ),
    says: [
      [
        { decision: 'escalate', comment: 'to the board' },
        { decision: 'escalate', comment: 'to the board' },
      ],
      [{ decision: 'reject' }, { decision: 'reject' }],
    ],
    approves: false,
  },
  {
    name: 'a state that is no verdict',
    schema: object({ status: words('accepted', 'cancelled', 'delivered'), parcel }, 'status'),
    says: [
      [
        { status: 'delivered', parcel: 'P7' },
        { status: 'delivered', parcel: 'P7' },
      ],
      [{ status: 'cancelled' }, { status: 'cancelled' }],
    ],
    approves: false,
  },
  {
    name: 'a boolean and a note',
    schema: object({ approved: { type: 'boolean' }, note: { type: 'string' } }, 'approved'),
    says: [
      ['approve', { approved: true }],
      ['reject', { approved: false }],
    ],
    approves: true,
  },
  {
    name: 'a bare word',
    schema: words('yes', 'no'),
    says: [
      ['approve', 'yes'],
      ['reject', 'no'],
    ],
    approves: true,
  },
  {
    name: 'a bare word that may be null',
    schema: orNull(words('yes', 'no')),
    says: [['reject', 'no']],
    approves: true,
  },
  {
    name: 'a bare choice of three',
    schema: words('yes', 'no', 'later'),
    says: [
      ['later', 'later'],
      ['no', 'no'],
    ],
    approves: false,
  },
  {
    name: 'a result of three',
    schema: object({ result: words('pass', 'fail', 'unclear') }, 'result'),
    says: [[{ result: 'unclear' }, { result: 'unclear' }]],
    approves: false,
  },
  {
    name: 'words that only begin like yes and no',
    schema: object({ decision: words('allow_once', 'no_show') }, 'decision'),
    says: [
      [{ decision: 'no_show' }, { decision: 'no_show' }],
      [{ decision: 'allow_once' }, { decision: 'allow_once' }],
    ],
    approves: false,
  },
  {
    name: 'two words for yes',
    schema: object({ decision: words('accept', 'approve', 'reject') }, 'decision'),
    says: [[{ decision: 'accept' }, { decision: 'accept' }]],
    approves: false,
  },
  {
    name: 'constants with titles',
    schema: object(
      {
        decision: titled(['approve', 'Go'], ['reject', 'No go'], ['defer', 'Ask again on Monday']),
      },
      'decision',
    ),
    says: [[{ decision: 'defer' }, { decision: 'defer' }]],
    approves: false,
  },
  {
    name: 'yes and no as constants with titles',
    schema: object({ decision: titled(['approve', 'Go'], ['reject', 'No go']) }, 'decision'),
    says: [
      ['approve', { decision: 'approve' }],
      ['reject', { decision: 'reject' }],
    ],
    approves: true,
  },
  {
    name: 'a yes that the schema calls lasting',
    schema: object({ decision: titled(['allow', 'Always allow'], ['deny', 'Deny']) }, 'decision'),
    says: [[{ decision: 'allow' }, { decision: 'allow' }]],
    approves: false,
  },
  {
    name: 'a verdict that may be null',
    schema: object({ decision: { enum: ['approve', 'reject', null] } }, 'decision'),
    says: [['reject', { decision: 'reject' }]],
    approves: true,
  },
  {
    name: 'a boolean that may be null',
    schema: object({ approved: orNull({ type: 'boolean' }) }, 'approved'),
    says: [['reject', { approved: false }]],
    approves: true,
  },
  {
    name: 'a choice of one',
    schema: object({ decision: words('approve') }, 'decision'),
    says: [[{ decision: 'approve' }, { decision: 'approve' }]],
    approves: false,
  },
  {
    name: 'a constant boolean',
    schema: object({ approved: { enum: [true] } }, 'approved'),
    says: [[{ approved: true }, { approved: true }]],
    approves: false,
  },
  {
    name: 'numbers',
    schema: object({ answer: { type: 'integer', enum: [1, 2, 3] } }, 'answer'),
    says: [[{ answer: 2 }, { answer: 2 }]],
    approves: false,
  },
  {
    name: 'a verdict with other values',
    schema: object({ decision: words('approve', 'reject'), parcel }, 'decision'),
    says: [
      [{ parcel: 'P7' }, { decision: 'approve', parcel: 'P7' }],
      [
        { decision: 'reject', parcel: 'P7' },
        { decision: 'reject', parcel: 'P7' },
      ],
      ['approve', { decision: 'approve' }],
      ['reject', { decision: 'reject' }],
    ],
    approves: true,
  },
  {
    name: 'a verdict with a word for changes, and a text',
    schema: object(
      { decision: words('approve', 'edit', 'reject'), comment: { type: 'string' } },
      'decision',
    ),
    says: [
      [
        { decision: 'edit', comment: 'Shorter' },
        { decision: 'edit', comment: 'Shorter' },
      ],
      [{ comment: 'Shorter' }, { decision: 'edit', comment: 'Shorter' }],
      ['approve', { decision: 'approve' }],
    ],
    approves: true,
  },
  {
    name: 'a reason out of a list',
    schema: object({ approved: { type: 'boolean' }, reason: words('spam', 'other') }, 'approved'),
    says: [
      [
        { approved: false, reason: 'spam' },
        { approved: false, reason: 'spam' },
      ],
      ['reject', { approved: false }],
    ],
    approves: true,
  },
  {
    name: 'a default that lasts',
    schema: object({ decision: { ...once, default: 'allow_always' } }, 'decision'),
    says: [[{ decision: 'deny' }, { decision: 'deny' }]],
    approves: false,
  },
];

describe.each(cases)('$name', ({ schema, says, approves }) => {
  it.each(says)('%j arrives as %j', (said, arrives) => {
    expect(sentFor(interruptFor(schema), answer(said))).toEqual(arrives);
  });

  it(`Approve is ${approves ? '' : 'not '}offered`, () => {
    expect(faultsOf(interruptFor(schema), { type: 'approve' })).toEqual(approves ? [] : ['/type']);
  });

  it('an instruction is text or nothing', () => {
    const message = interruptFor(schema);
    const offered = faultsOf(message, say('To the board')).length === 0;
    expect(offered ? sentFor(message, say('To the board')) : null).toEqual(
      offered ? expect.not.objectContaining({ decision: expect.anything() }) : null,
    );
  });

  it.each(says)('as the result of a declared tool, %j arrives as %j', (said, arrives) => {
    const message = toolFor(schema);
    expect(faultsOf(message, answer(said))).toEqual([]);
    const content = toolContent(message, answer(said)) ?? '';
    expect(typeof arrives === 'string' ? content : JSON.parse(content)).toEqual(arrives);
  });
});

it('an instruction is the text alone where no verdict is required', () => {
  const schema = object({ approved: { type: 'boolean' }, note: { type: 'string' } });
  expect(sentFor(interruptFor(schema), say('To the board'))).toEqual({ note: 'To the board' });
});

it.each([
  [object({ decision: words('approve', 'reject'), parcel }), { decision: 'escalate' }, 'decision'],
  [object({ decision: once }, 'decision'), { decision: 'allow' }, 'decision'],
  [words('yes', 'no', 'later'), { answer: 'later', note: 'x' }, 'note'],
  [{ ...object({ parcel }), additionalProperties: false }, { status: 'x' }, 'status'],
])('a value that would not be sent is refused, with its place: %#', (schema, value, name) => {
  expect(faultsOf(interruptFor(schema), edit(value))).toContain(`/content/value/${name}`);
});

it('the titles of the schema are those of the answers and of the form', () => {
  const verdict = interruptFor(
    object({ decision: titled(['approve', 'Go'], ['reject', 'No go']) }),
  );
  expect(verdict.upPrompt?.answers).toMatchObject({
    approve: { label: 'Go' },
    reject: { label: 'No go' },
  });
  const choice = titled(['approve', 'Go'], ['reject', 'No go'], ['defer', 'On Monday']);
  expect(interruptFor(object({ decision: choice })).upContext?.schema).toMatchObject({
    properties: { decision: choice },
  });
});
