import { createAgent } from '@countersign/agent/agent';
import {
  eventsIn,
  type GatewayHarness,
  startGatewayHarness,
} from '@countersign/bff/testing/gateway-harness';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** An agent that asks twice, and keeps the answers. */
function createPayer() {
  const received: string[] = [];
  const agent = createAgent({
    id: 'payer',
    name: 'Payer',
    description: 'Pays bills.',
    async run(context) {
      received.push(`run: ${context.userText}`);
      for (const bill of ['first', 'second']) {
        const { feedback } = await context.ask({
          state: 'needsHumanDecision',
          ask: `Pay the ${bill} bill?`,
          payload: { bill },
        });
        received.push(`${bill}: ${feedback?.type}`);
      }
      await context.upformat({ state: 'completed', payload: { paid: true } });
    },
  });
  return { received, agent };
}

let gateway: GatewayHarness;
let payer: ReturnType<typeof createPayer>;
beforeEach(async () => {
  payer = createPayer();
  gateway = await startGatewayHarness();
  await gateway.open(await gateway.serve(payer.agent), { callerMayAnswer: true });
});
afterEach(() => gateway.close());

const send = (messageId: string, parts: JsonObject[], more: JsonObject = {}) =>
  gateway.a2a(
    'message/send',
    { message: { kind: 'message', messageId, role: 'user', parts, ...more } },
    { service: 'payer' },
  );
const words = (text: string) => [{ kind: 'text', text }];
const approval = [{ kind: 'data', data: { approved: true } }];
const resultOf = (answer: JsonObject) => {
  if (answer['result'] === undefined) throw new Error(JSON.stringify(answer));
  return answer['result'] as JsonObject;
};
const stateOf = (answer: JsonObject) => memberOf(resultOf(answer)['status'], 'state');
const askedIn = (answer: JsonObject): { text: string; id: string } => {
  const said = memberOf(memberOf(resultOf(answer)['status'], 'message'), 'parts');
  const [text, data] = said as JsonObject[];
  const question = memberOf(data?.['data'], 'question');
  return { text: String(text?.['text']), id: String(memberOf(question, 'id')) };
};
const codeOf = (answer: JsonObject) => memberOf(answer['error'], 'code');

describe('an answer of a caller of A2A', () => {
  it('answers the question that it names, once, and no other', async () => {
    const first = await send('m-1', words('the bills'));
    const taskId = String(resultOf(first)['id']);
    const one = askedIn(first);
    expect(one.text).toBe('Pay the first bill?');
    const named = { taskId, metadata: { questionId: one.id } };
    expect(codeOf(await send('m-2', approval, { taskId }))).toBe(-32_602);
    const second = await send('m-3', approval, named);
    const two = askedIn(second);
    expect(two.text).toBe('Pay the second bill?');
    // Repeated, because its answer was lost; sent late; and without saying what is answered.
    expect(askedIn(await send('m-3', approval, named))).toEqual(two);
    expect(codeOf(await send('m-4', approval, named))).toBe(-32_602);
    expect(codeOf(await send('m-5', approval, { taskId }))).toBe(-32_602);
    expect(payer.received).toEqual(['run: the bills', 'first: approve']);
    const last = { taskId, metadata: { questionId: two.id } };
    expect(stateOf(await send('m-6', approval, last))).toBe('completed');
    // After the end it is no message that begins another run.
    expect(stateOf(await send('m-6', approval, last))).toBe('completed');
    expect(codeOf(await send('m-7', approval, last))).toBe(-32_602);
    expect(payer.received).toEqual(['run: the bills', 'first: approve', 'second: approve']);
  });

  it('in words is not said again when it is repeated', async () => {
    const taskId = String(resultOf(await send('m-1', words('the bills')))['id']);
    const answered = await send('m-2', words('Only half of it.'), { taskId });
    expect(askedIn(await send('m-2', words('Only half of it.'), { taskId }))).toEqual(
      askedIn(answered),
    );
    expect(askedIn(await send('m-1', words('the bills'), { taskId }))).toEqual(askedIn(answered));
    expect(payer.received).toEqual(['run: the bills', 'first: instruction']);
  });
});

describe.each(['hai', 'ag-ui'] as const)('an answer of a client of %s', (protocol) => {
  const run = async (more: JsonObject = {}): Promise<JsonObject[]> => {
    const response = await gateway.post(`/gateway/${protocol}/payer`, {
      ...{ threadId: 'bills-7', runId: crypto.randomUUID() },
      // Two of the user: the last one is no answer when the run is repeated.
      messages: [
        { id: 'u-1', role: 'user', content: 'Hello' },
        { id: 'u-2', role: 'user', content: 'the bills' },
      ],
      ...more,
    });
    return eventsIn(response);
  };
  const interruptIn = (events: JsonObject[]): JsonObject => {
    const interrupts = memberOf(events.at(-1)?.['outcome'], 'interrupts');
    if (!Array.isArray(interrupts)) throw new Error(JSON.stringify(events));
    return interrupts[0];
  };

  it('is one to the interrupt that it names, however often its run is repeated', async () => {
    const one = interruptIn(await run());
    expect(one).toMatchObject({ message: 'Pay the first bill?' });
    expect(interruptIn(await run())).toEqual(one);
    const resume = [{ interruptId: one['id'], status: 'resolved', payload: true }];
    const two = interruptIn(await run({ resume }));
    expect(two).toMatchObject({ message: 'Pay the second bill?' });
    expect(interruptIn(await run({ resume }))).toEqual(two);
    const wrong = [{ interruptId: 'q', status: 'resolved', payload: true }];
    expect((await run({ resume: wrong })).at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      message: expect.stringMatching(/^The question is not open any more/),
    });
    const last = [{ interruptId: two['id'], status: 'resolved', payload: true }];
    expect((await run({ resume: last })).at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
    expect((await run({ resume: last })).at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
    expect(payer.received).toEqual(['run: the bills', 'first: approve', 'second: approve']);
  });
});

describe('an answer of a client of ACP', () => {
  const acp = async (path: string, body: JsonObject) => {
    const response = await gateway.post(`/gateway/acp${path}`, body);
    return (await response.json()) as JsonObject;
  };
  /** The content of the parts of what is asked: the question, and its data. */
  const contentsOf = ({ await_request: asked }: JsonObject): string[] => {
    const parts = memberOf(memberOf(asked, 'message'), 'parts');
    return (Array.isArray(parts) ? parts : []).map((part) => String(memberOf(part, 'content')));
  };
  const questionIn = (run: JsonObject): string =>
    String(memberOf(memberOf(JSON.parse(contentsOf(run)[1] ?? '{}'), 'question'), 'id'));

  it('resumes the run that awaits it, and names the question', async () => {
    const part = { content_type: 'text/plain', content: 'the bills' };
    const run = { agent_name: 'payer', input: [{ role: 'user', parts: [part] }], mode: 'sync' };
    const first = await acp('/runs', run);
    expect(first['status']).toBe('awaiting');
    expect(contentsOf(first)[0]).toBe('Pay the first bill?');
    const id = String(first['run_id']);
    const parts = [{ content_type: 'application/json', content: '{"approved":true}' }];
    const answer = (more: JsonObject) =>
      acp(`/runs/${id}`, {
        run_id: id,
        await_resume: { type: 'message', message: { role: 'user', parts }, ...more },
        mode: 'sync',
      });
    expect(await answer({})).toMatchObject({ code: 'invalid_input' });
    const second = await answer({ question_id: questionIn(first) });
    expect(contentsOf(second)[0]).toBe('Pay the second bill?');
    expect(await answer({ question_id: questionIn(second) })).toMatchObject({
      status: 'completed',
    });
    expect(payer.received).toEqual(['run: the bills', 'first: approve', 'second: approve']);
  });
});
