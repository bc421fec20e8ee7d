import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpAsking, startHttpAsking } from '@countersign/bff/testing/http-asking';
import { createDatabase, hasPostgres, startMs } from '@countersign/bff/testing/postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

interface Received {
  id: string;
  isSigned: boolean;
  body: { type: string; data: { id: string; status: string; outcome?: object } };
}

/** Another program: it fails so many times, and knows only what the page about webhooks says. */
async function startReceiver(failures: number[]) {
  const received: Received[] = [];
  let secret = '';
  let notify = () => {};
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      const { 'webhook-id': id = '', 'webhook-timestamp': at = '' } = request.headers;
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
      const given = String(request.headers['webhook-signature']).split(' ');
      const isFresh = Math.abs(Date.now() / 1_000 - Number(at)) < 300;
      const isSigned = isFresh && given.includes(`v1,${signature}`);
      received.push({ id: String(id), isSigned, body: JSON.parse(body) });
      const failure = failures.shift();
      // 0 = the connection breaks.
      if (failure === 0) request.socket.destroy();
      else response.writeHead(failure ?? 204).end();
      notify();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    knows(given: string) {
      secret = given;
    },
    async until(count: number) {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const engines = ['sqlite', ...(hasPostgres ? ['postgres'] : [])];

describe.each(engines)('the callback of a question on %s', (engine) => {
  let asking: HttpAsking;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let drop = async () => {};
  beforeEach(async () => {
    receiver = await startReceiver([500, 0, 503]);
    const database = engine === 'sqlite' ? null : await createDatabase();
    if (database !== null) drop = database.drop;
    asking = await startHttpAsking({
      ...(database === null ? {} : { databaseUrl: database.url }),
      webhooks: { allowed: [receiver.host], backoff: { baseMs: 5, capMs: 20 } },
    });
    receiver.knows(asking.program.callbackSecret ?? '');
  }, startMs);
  afterEach(async () => {
    await asking.close();
    await receiver.close();
    await drop();
  });

  it('brings the signed answer through faults, as the same call, to the address that was named', async () => {
    // A webhook of the administrator is called about the question, but not with the answer.
    const hook = { name: 'Pager', url: receiver.url, enabled: true, severityFrom: 'critical' };
    await asking.server.request('POST', '/api/webhooks', { ...hook, repeatMs: null });
    const callback = { url: receiver.url };
    const id = await asking.ask({ ask: 'Deploy?', payload: { replicas: 3 }, callback });
    await asking.answer(id, { type: 'approve' });
    await receiver.until(4);
    const { received } = receiver;
    expect(received.map(({ isSigned }) => isSigned)).toEqual([true, true, true, true]);
    expect(new Set(received.map((call) => call.id)).size).toBe(1);
    expect(received[3]?.body).toMatchObject({
      type: 'question.answered',
      data: {
        id,
        status: 'answered',
        outcome: { type: 'approve', value: { replicas: 3 }, by: 'Administrator', how: 'operator' },
      },
    });
    await asking.server.services.webhooks.idle();
    expect(received).toHaveLength(4);
  });

  it('is signed with a new secret, and with the one before it until the next', async () => {
    const path = `/api/programs/${asking.program.id}/callback-secret`;
    const renew = async () => (await asking.server.request('POST', path)).body.callbackSecret;
    const first = asking.program.callbackSecret ?? '';
    /** Whether the last of so many calls is signed for a receiver that has the secret. */
    const isSignedFor = async (secret: string, calls: number) => {
      receiver.knows(secret);
      const id = await asking.ask({ ask: 'Deploy?', callback: { url: receiver.url } });
      await asking.call('DELETE', `/api/questions/${id}`);
      await receiver.until(calls);
      await asking.server.services.webhooks.idle();
      return receiver.received[calls - 1]?.isSigned;
    };
    const second = await renew();
    expect(await isSignedFor(first, 4)).toBe(true);
    expect(await isSignedFor(second, 5)).toBe(true);
    const third = await renew();
    expect(await isSignedFor(second, 6)).toBe(true);
    expect(await isSignedFor(third, 7)).toBe(true);
    expect(await isSignedFor(first, 8)).toBe(false);
    expect(new Set([first, second, third]).size).toBe(3);
    const unknown = await asking.server.request('POST', '/api/programs/none/callback-secret');
    expect(unknown.status).toBe(404);
  });

  it('brings that a question was withdrawn, and nothing to a program that was revoked', async () => {
    const callback = { url: receiver.url };
    const id = await asking.ask({ ask: 'Deploy?', callback });
    await asking.call('DELETE', `/api/questions/${id}`);
    await receiver.until(4);
    expect(receiver.received[3]?.body).toMatchObject({
      type: 'question.withdrawn',
      data: { id, status: 'withdrawn' },
    });
    await asking.ask({ ask: 'Deploy?', callback });
    await asking.server.request('DELETE', `/api/programs/${asking.program.id}`);
    await asking.server.services.webhooks.idle();
    expect(receiver.received).toHaveLength(4);
  });
});
