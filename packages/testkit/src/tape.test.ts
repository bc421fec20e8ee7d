import { describe, expect, it } from 'vitest';
import { eventsOf, listTapes, readTape } from './tape.ts';
import { startTapeAgent } from './tape-agent.ts';

const tapes = listTapes();

describe('the tapes', () => {
  it('are there', () => {
    expect(tapes.length).toBeGreaterThan(0);
  });

  it.each(tapes)('$counterpart/$name says where it comes from and holds events', (of) => {
    const { origin, exchanges } = readTape(of.counterpart, of.name);
    expect(origin.name).not.toBe('');
    expect(origin.version).toMatch(/\d/);
    expect(origin.how).not.toBe('');
    expect(Date.parse(origin.recordedAt)).not.toBeNaN();
    expect(exchanges.length).toBeGreaterThan(0);
    for (const exchange of exchanges) {
      for (const event of eventsOf(exchange)) expect(JSON.parse(event)).toBeTypeOf('object');
    }
  });

  it('can be played: bytes in order, requests kept', async () => {
    const tape = readTape('langgraph', 'text-outcome');
    const agent = await startTapeAgent(tape);
    for (const { request, response } of tape.exchanges) {
      const reply = await fetch(agent.url, { method: 'POST', body: JSON.stringify(request.body) });
      expect(await reply.text()).toBe(response.text);
    }
    expect(agent.requests).toEqual(tape.exchanges.map(({ request }) => request.body));
    expect((await fetch(agent.url, { method: 'POST' })).status).toBe(410);
    await agent.close();
  });
});
