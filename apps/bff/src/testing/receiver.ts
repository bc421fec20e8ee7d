import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { WebhookCall } from '@countersign/api/webhook';
import { createArrivals } from '@countersign/testkit/arrivals';
import { listenLocally } from '@countersign/testkit/local-server';

/** One POST of the server to a webhook, from the receiver's side. */
export interface ReceivedCall {
  id: string;
  /** Epoch seconds, from the header. */
  timestamp: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: WebhookCall;
  response: ServerResponse;
}

export interface Receiver {
  url: string;
  port: number;
  calls: ReceivedCall[];
  /** The n-th call (from 0), as soon as it is there. */
  call(index: number): Promise<ReceivedCall>;
  close(): Promise<void>;
}

/** Written from the text of the scheme, not with the sender's code (standardwebhooks.com, version 1). */
export function isSigned(call: ReceivedCall, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${call.headers['webhook-id']}.${call.headers['webhook-timestamp']}.${call.text}`)
    .digest();
  return String(call.headers['webhook-signature'])
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** A receiver of plain node:http; `reply` determines its response to the n-th call, `hang` = none. */
export async function startReceiver(
  reply: (index: number) => number | 'hang' | { status: number; location: string } = () => 204,
): Promise<Receiver> {
  const calls: ReceivedCall[] = [];
  const arrivals = createArrivals();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const answer = reply(calls.length);
    const { headers } = request;
    calls.push({
      id: String(headers['webhook-id']),
      timestamp: Number(headers['webhook-timestamp']),
      headers,
      text,
      body: text === '' ? null : JSON.parse(text),
      response,
    });
    if (typeof answer === 'number') response.writeHead(answer).end();
    else if (answer !== 'hang') {
      response.writeHead(answer.status, { location: answer.location }).end();
    }
    arrivals.announce();
  });
  const { origin, port, close } = await listenLocally(server);
  return {
    url: `${origin}/hook`,
    port,
    calls,
    call: (index) => arrivals.until(() => calls[index]),
    close,
  };
}
