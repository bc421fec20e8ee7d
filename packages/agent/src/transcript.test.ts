import { readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { createAgent } from './agent.ts';
import { systemClock } from './clock.ts';
import { serve } from './node-server.ts';

const page = readFileSync(new URL('../../../docs/protocol/transcript.md', import.meta.url), 'utf8');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** An agent with one question, whose ids and times are the same in each run. */
async function started() {
  let made = 0;
  const agent = createAgent({
    id: 'refunds',
    name: 'Refunds',
    clock: { ...systemClock, now: () => Date.parse('2026-11-29T10:00:00Z') },
    createId() {
      made += 1;
      return `m-${made}`;
    },
    async run(context) {
      const { outcome } = await context.ask({
        ask: `Refund 30 EUR to ${context.userText}?`,
        payload: { amount: 30 },
        upPrompt: { allowed: ['approve', 'edit', 'reject'] },
      });
      await context.say(`The answer is ${outcome.type}.`);
      await context.sleep(60_000);
    },
  });
  const server = await serve(agent.fetch, { port: 0 });
  closing.push(async () => {
    await agent.close();
    await server.close();
  });
  return server.url.replace(/\/$/, '');
}

const json = (value: unknown) => JSON.stringify(value, undefined, 2);

/** One exchange as it is on the page. */
async function exchanged(url: string, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const reply = text === '' ? '' : `\n\n${json(JSON.parse(text))}`;
  return `POST ${path} HTTP/1.1\ncontent-type: application/json\n\n${json(body)}\n\nHTTP/1.1 ${response.status}${reply}`;
}

it('the page of the transcript has what an agent really sends', async () => {
  const url = await started();
  const input = {
    ...{ threadId: 't-1', runId: 'r-1' },
    messages: [{ id: 'u-1', role: 'user', content: 'Ada' }],
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(input),
  });
  let stream = '';
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  /** Up to the end of the frame with this text, whatever came with it in one piece. */
  const until = async (text: string) => {
    for (;;) {
      const at = stream.indexOf(text);
      const end = at < 0 ? -1 : stream.indexOf('\n\n', at);
      if (end >= 0) {
        const seen = stream.slice(0, end).trim();
        stream = stream.slice(end);
        return seen;
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) throw new Error(`The stream ended without ${text}:\n${stream}`);
      stream += decoder.decode(value, { stream: true });
    }
  };
  const blocks = [
    `POST / HTTP/1.1\ncontent-type: application/json\naccept: text/event-stream\n\n${json(input)}`,
    `HTTP/1.1 ${response.status}\ncontent-type: ${response.headers.get('content-type')}\n\n${await until('needsHumanDecision')}`,
    await exchanged(url, '/feedback', {
      ...{ threadId: 't-1', runId: 'r-1', idempotencyKey: 'k-1' },
      message: {
        ...{ messageId: 'a-1', parentMessageId: 'm-1', threadId: 't-1' },
        ...{ timestamp: '2026-11-29T10:00:40Z', state: 'submitted', agentId: 'operator:ada' },
        upFeedback: { type: 'edit', content: { value: { amount: 25 } } },
      },
    }),
    await until('BUSINESS_DATA_END'),
    await exchanged(url, '/control', {
      ...{ threadId: 't-1', runId: 'r-1', action: 'stop' },
      ...{ reason: 'Paid by hand', operator: 'ada', idempotencyKey: 'k-2' },
    }),
    await until('RUN_ERROR'),
  ];
  for (const block of blocks) expect(page).toContain(`\n${block}\n\`\`\``);
});
