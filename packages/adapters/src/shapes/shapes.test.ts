import { allowedAnswers, checkFeedback } from '@countersign/upformat/answers';
import type { UpFeedback } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { describe, expect, it } from 'vitest';
import { asksOfInterrupt } from '../ag-ui/interrupts.ts';
import { interruptOfEvent, interruptOfOutcome } from '../ag-ui/received-interrupt.ts';
import { commandOf, resumeEntriesOf } from '../ag-ui/resume.ts';
import { maxParts } from './shape.ts';

const place = {
  threadId: '5f0c3bb5-9a51-4d0e-8a0c-0b1c4f6f2f10',
  runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  agentId: 'demo',
  timestamp: '2026-11-21T08:00:00.000Z',
};
const graphId = '0f8f3c9d2b6a4e5f9c1d7e8a6b5c4d3e';
const silence = { tool: null, said: '' };
/** As @ag-ui/langgraph 0.0.43 puts LangGraph's value into the outcome. */
const byOutcome = (raw: object | string) =>
  asksOfInterrupt(
    interruptOfOutcome({
      id: graphId,
      reason: 'langgraph:interrupt',
      ...(typeof raw === 'string' ? { message: raw } : {}),
      metadata: { langgraph: { raw, when: 'during' } },
    }),
    place,
    silence,
  );
/** And as it does by default. */
const byEvent = (value: unknown, rawEvent: unknown = { id: graphId, value }) =>
  asksOfInterrupt(
    interruptOfEvent(
      { value: typeof value === 'string' ? value : JSON.stringify(value), rawEvent },
      { runId: place.runId, number: 1 },
    ),
    place,
    silence,
  );
type Asks = ReturnType<typeof byOutcome>;
const answersTo = (asks: Asks, feedbacks: UpFeedback[]) =>
  feedbacks.map((feedback, index) => {
    const message = asks[index]!.message;
    expect(checkFeedback(message, feedback)).toEqual([]);
    return { message, feedback };
  });
const payloadOf = (asks: Asks, ...feedbacks: UpFeedback[]) => {
  const entries = resumeEntriesOf(answersTo(asks, feedbacks));
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ interruptId: graphId });
  return entries[0]!.status === 'cancelled' ? 'cancelled' : entries[0]!.payload;
};
const edit = (value: unknown): UpFeedback => ({ type: 'edit', content: { value } });
const approve: UpFeedback = { type: 'approve' };
const reject = (reason?: string): UpFeedback => ({
  type: 'reject',
  ...(reason === undefined ? {} : { content: { reason } }),
});
const say = (text: string): UpFeedback => ({ type: 'instruction', content: { text } });
const allowedIn = ({ message }: Asks[number]) =>
  Object.entries(allowedAnswers(message)).flatMap(([type, { allowed }]) => (allowed ? type : []));

describe('LangChain’s human-in-the-loop middleware', () => {
  const request = {
    actionRequests: [
      {
        name: 'write_file',
        args: { filename: 'a.txt', content: 'Hello' },
        description: 'A file is about to be written',
      },
      {
        name: 'send_email',
        args: { to: 'ada@example.org' },
        description:
          'Tool execution requires approval\n\nTool: send_email\nArgs: {\n  "to": "ada@example.org"\n}',
      },
    ],
    reviewConfigs: [
      { actionName: 'write_file', allowedDecisions: ['approve', 'edit'] },
      {
        actionName: 'send_email',
        allowedDecisions: ['approve', 'edit', 'reject'],
        argsSchema: {
          type: 'object',
          properties: { to: { type: 'string', format: 'email' } },
          additionalProperties: false,
        },
      },
    ],
  };

  it('asks for each action, with its own text, arguments and decisions', () => {
    const asks = byOutcome(request);
    expect(asks.map(({ source }) => source)).toEqual([
      { id: graphId, reason: null, toolName: 'write_file', together: place.runId },
      { id: graphId, reason: null, toolName: 'send_email', together: place.runId },
    ]);
    expect(new Set(asks.map(({ message }) => message.messageId)).size).toBe(2);
    expect(asks.map(({ message }) => message.upPrompt?.ask)).toEqual([
      'A file is about to be written',
      'May the agent run send_email?',
    ]);
    expect(asks[1]!.message).toMatchObject({
      explanation: 'Tool execution requires approval',
      upPrompt: { effect: 'The agent runs send_email with these arguments.' },
      payload: { to: 'ada@example.org' },
      upContext: { schema: request.reviewConfigs[1]!.argsSchema },
    });
    expect(asks.map(allowedIn)).toEqual([
      ['edit', 'approve'],
      ['edit', 'approve', 'reject'],
    ]);
    for (const { message } of asks) expect(parseUpMessage(message).ok).toBe(true);
  });

  it('is answered by one decision for each, in order, whichever was answered first', () => {
    const asks = byOutcome(request);
    const payload = { decisions: [{ type: 'approve' }, { type: 'reject', message: 'Wrong Ada' }] };
    expect(payloadOf(asks, approve, reject('Wrong Ada'))).toEqual(payload);
    const answers = answersTo(asks, [approve, reject('Wrong Ada')]).reverse();
    expect(resumeEntriesOf(answers)).toMatchObject([{ payload }]);
    expect(payloadOf(asks, edit({ filename: 'b.txt', content: 'Hi' }), reject())).toEqual({
      decisions: [
        {
          type: 'edit',
          editedAction: { name: 'write_file', args: { filename: 'b.txt', content: 'Hi' } },
        },
        { type: 'reject' },
      ],
    });
  });

  it('an incomplete answer is cancelled, or shown with what is missing', () => {
    const half = answersTo(byOutcome(request), [approve]);
    expect(resumeEntriesOf(half)).toMatchObject([{ status: 'cancelled' }]);
    expect(resumeEntriesOf(half, { missing: '(to come)' })).toMatchObject([
      { payload: { decisions: [{ type: 'approve' }, '(to come)'] } },
    ]);
  });

  it('is spelled as in Python if it was sent so, and responds where that is allowed', () => {
    const asks = byEvent({
      action_requests: [{ name: 'lookup', args: { q: 'Ada' } }],
      review_configs: [{ action_name: 'lookup', allowed_decisions: ['edit', 'respond'] }],
    });
    expect(allowedIn(asks[0]!)).toEqual(['edit', 'instruction']);
    expect(commandOf(answersTo(asks, [edit({ q: 'Bob' })]))).toEqual({
      resume: {
        decisions: [{ type: 'edit', edited_action: { name: 'lookup', args: { q: 'Bob' } } }],
      },
    });
    expect(commandOf(answersTo(asks, [say('She is in Bonn')]))).toEqual({
      resume: { decisions: [{ type: 'respond', message: 'She is in Bonn' }] },
    });
  });

  it('finds the configuration of an action by its name, and allows all decisions where there is none', () => {
    const [first, second] = byOutcome({
      actionRequests: [
        { name: 'a', args: {} },
        { name: 'b', args: {} },
      ],
      reviewConfigs: [{ actionName: 'b', allowedDecisions: ['approve'] }],
    });
    expect(allowedIn(first!)).toEqual(['edit', 'approve', 'reject']);
    expect(allowedIn(second!)).toEqual(['approve']);
  });

  it('never approves a call by text only', () => {
    const [ask] = byOutcome({ actionRequests: [{ name: 'a', args: { x: 1 } }], reviewConfigs: [] });
    const words: UpFeedback = { type: 'edit', content: { text: 'Use the other one' } };
    expect(resumeEntriesOf([{ message: ask!.message, feedback: words }])).toMatchObject([
      { payload: { decisions: [{ type: 'reject', message: 'Use the other one' }] } },
    ]);
  });

  it('too many actions are one question, answered as JSON', () => {
    const actions = Array.from({ length: maxParts + 1 }, (_, index) => ({
      name: `a${index}`,
      args: {},
    }));
    expect(byOutcome({ actionRequests: actions.slice(1), reviewConfigs: [] })).toHaveLength(
      maxParts,
    );
    const asks = byOutcome({ actionRequests: actions, reviewConfigs: [] });
    expect(asks).toHaveLength(1);
    expect(payloadOf(asks, edit({ answer: { decisions: [] } }))).toEqual({ decisions: [] });
  });

  it('shows what an approval sends', () => {
    expect(byOutcome(request)[0]!.message).toMatchObject({
      upPrompt: { answers: { approve: { effect: 'Sends {"type":"approve"}.' } } },
    });
  });
});

describe('agent-inbox', () => {
  const config = { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true };
  const action_request = { action: 'send_email', args: { to: 'ada@example.org', body: 'Hi' } };

  it('sends a list of one response, as agent-inbox does', () => {
    const asks = byOutcome([{ action_request, config, description: '# Please look at this mail' }]);
    expect(allowedIn(asks[0]!)).toEqual(['edit', 'approve', 'reject', 'instruction']);
    expect(asks[0]!.message.upPrompt?.ask).toBe('# Please look at this mail');
    expect(payloadOf(asks, approve)).toEqual([{ type: 'accept', args: action_request }]);
    expect(payloadOf(asks, reject('No'))).toEqual([{ type: 'ignore', args: null }]);
    expect(payloadOf(asks, say('Shorter'))).toEqual([{ type: 'response', args: 'Shorter' }]);
    expect(payloadOf(asks, edit({ to: 'bob@example.org', body: 'Hi' }))).toEqual([
      { type: 'edit', args: { action: 'send_email', args: { to: 'bob@example.org', body: 'Hi' } } },
    ]);
  });

  it('what may not be edited is accepted without arguments; a single one is answered by a list too', () => {
    const asks = byOutcome({
      action_request,
      config: { ...config, allow_edit: false, allow_respond: false },
    });
    expect(asks[0]!.message.upPrompt?.ask).toBe('May the agent run send_email?');
    expect(allowedIn(asks[0]!)).toEqual(['approve', 'reject']);
    expect(payloadOf(asks, approve)).toEqual([{ type: 'accept', args: null }]);
  });

  it('several interrupts are several questions', () => {
    const asks = byEvent([
      { action_request, config },
      { actionRequest: action_request, config: { allow_ignore: true } },
    ]);
    expect(asks.map(allowedIn)).toEqual([['edit', 'approve', 'reject', 'instruction'], ['reject']]);
    expect(commandOf(answersTo(asks, [say('x'), reject()]))).toEqual({
      resume: [
        { type: 'response', args: 'x' },
        { type: 'ignore', args: null },
      ],
    });
  });
});

describe('options', () => {
  const options = [
    { airline: 'KLM', departure: 'Amsterdam', price: '$650' },
    { airline: 'United', departure: 'Amsterdam', price: '$720' },
  ];
  const dojo = { message: 'Which flight?', options, recommendation: options[0], agent: 'flights' };

  it('are choices, and the answer is the chosen option itself', () => {
    const asks = byOutcome(dojo);
    const { message } = asks[0]!;
    expect(message.upPrompt?.ask).toBe('Which flight?');
    expect(message.upContext?.schema).toMatchObject({
      properties: {
        answer: {
          oneOf: [
            { const: options[0], title: 'KLM (recommended by the agent)' },
            { const: options[1], title: 'United' },
          ],
        },
      },
      required: ['answer'],
    });
    // The question is shown once; the rest is shown next to the options.
    expect(message.payload).toEqual({ options, agent: 'flights' });
    expect(allowedIn(asks[0]!)).toEqual(['edit', 'reject']);
    expect(payloadOf(asks, edit({ ...message.payload, answer: options[1] }))).toEqual(options[1]);
    expect(payloadOf(asks, reject())).toBe('cancelled');
  });

  it('of text are text, also in a CUSTOM event, which cannot be cancelled', () => {
    const asks = byEvent({ message: 'Which?', options: ['a', 'b', 'b'], recommendation: 'b' });
    expect(allowedIn(asks[0]!)).toEqual(['edit']);
    expect(asks[0]!.message.upContext?.schema).toMatchObject({
      properties: {
        answer: { oneOf: [{ const: 'a' }, { title: 'b (recommended by the agent)' }] },
      },
    });
    expect(commandOf(answersTo(asks, [edit({ answer: 'b' })]))).toEqual({ resume: 'b' });
  });
});

describe('any other value', () => {
  it('a text is answered by text or JSON, and nothing is approved', () => {
    const asks = byEvent('What is your age?');
    expect(asks[0]!.message.upPrompt?.ask).toBe('What is your age?');
    expect(asks[0]!.source).toMatchObject({ carrier: 'on-interrupt', id: graphId });
    expect(allowedIn(asks[0]!)).toEqual(['edit', 'instruction']);
    expect(commandOf(answersTo(asks, [say('Old enough')]))).toEqual({ resume: 'Old enough' });
    expect(commandOf(answersTo(asks, [edit({ answer: { years: 7 } })]))).toEqual({
      resume: { years: 7 },
    });
  });

  it('a text that a bridge would parse arrives as the same text', () => {
    const asks = byEvent('Which number?');
    expect(commandOf(answersTo(asks, [edit({ answer: '42' })]))).toEqual({ resume: '"42"' });
    expect(commandOf(answersTo(asks, [edit({ answer: 42 })]))).toEqual({ resume: 42 });
  });

  it('shows everything that was sent, and can be cancelled only where the carrier allows it', () => {
    const asks = byOutcome({ question: 'Delete them?', rows: 12, reason: 'acme:purge' });
    expect(asks[0]!.message).toMatchObject({
      upPrompt: { ask: 'Delete them?' },
      payload: { rows: 12 },
    });
    expect(asks[0]!.message.explanation).toBeUndefined();
    expect(payloadOf(asks, reject('Keep'))).toBe('cancelled');
    expect(byOutcome({ rows: 12 })[0]!.message.upPrompt?.ask).toBe(
      'The agent has stopped and asks for an answer.',
    );
  });

  it('the agent’s last text is preferred to a code', () => {
    const raised = interruptOfOutcome({
      id: 'i',
      reason: 'acme:review',
      metadata: { risk: 'high' },
    });
    const [ask] = asksOfInterrupt(raised, place, {
      tool: null,
      said: 'I found two.\n\nWhich of them?\n',
    });
    expect(ask!.message).toMatchObject({
      upPrompt: { ask: 'Which of them?' },
      payload: { risk: 'high' },
    });
    expect(ask!.source.reason).toBe('acme:review');
  });

  it('several of LangGraph are answered together, each under its id; others separately', () => {
    const other = '1f8f3c9d2b6a4e5f9c1d7e8a6b5c4d3e';
    const asks = [...byEvent('First?'), ...byEvent('Second?', { id: other, value: 'Second?' })];
    expect(asks.map(({ source }) => source.together)).toEqual([place.runId, place.runId]);
    expect(commandOf(answersTo(asks, [say('1'), say('two')]))).toEqual({
      resume: { [graphId]: '1', [other]: 'two' },
    });
    const [alone] = byEvent('Hm?', {});
    expect(alone!.source.together).not.toBe(place.runId);
  });
});

describe('a closed schema', () => {
  const closed = {
    type: 'object',
    properties: { approved: { type: 'boolean' }, details: { type: 'string' } },
    required: ['approved', 'details'],
    additionalProperties: false,
  };
  it.each([
    [
      'form',
      { ...closed, properties: { city: { type: 'string' }, details: {} }, required: ['city'] },
    ],
    [
      'composed',
      { allOf: [{ type: 'object', properties: { city: { type: 'string' } } }], maxProperties: 1 },
    ],
  ])('keeps the additional values next to it: %s', (_, responseSchema) => {
    const raised = interruptOfOutcome({
      id: 'i',
      reason: 'input_required',
      responseSchema,
      metadata: { details: 'of the trip', nights: 2 },
    });
    const [ask] = asksOfInterrupt(raised, place, {
      tool: { name: 'book', args: '{"to":"Bonn"}' },
      said: '',
    });
    const { message } = ask!;
    expect(JSON.stringify(message.payload)).toContain('of the trip');
    expect(JSON.stringify(message.payload)).toContain('Bonn');
    const wrapped = 'allOf' in responseSchema;
    const mine = wrapped ? { answer: { city: 'Ulm' } } : { city: 'Ulm' };
    const feedback = edit({ ...message.payload, ...mine });
    expect(resumeEntriesOf([{ message, feedback }])).toMatchObject([{ payload: { city: 'Ulm' } }]);
  });
});
