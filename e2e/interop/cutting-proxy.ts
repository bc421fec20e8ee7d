import { createServer, type ServerResponse } from 'node:http';
import { listenLocally } from '@countersign/testkit/local-server';

type Cut = (reply: string, response: ServerResponse) => void;

/** Where a reply breaks off. `reply` is all of it: its agent has done what it was asked. */
export const cuts = {
  'before its first line': () => {},
  'behind its headers': (_, response) => response.flushHeaders(),
  'within its first event': (reply, response) => response.write(reply.slice(0, 20)),
  'behind its first event': (reply, response) =>
    response.write(reply.slice(0, reply.indexOf('\n\n') + 2)),
  'before its last event': (reply, response) =>
    response.write(reply.slice(0, reply.lastIndexOf('data:'))),
} satisfies Record<string, Cut>;

/** A proxy in front of an agent of AG-UI that breaks off the reply to the first run with an answer, once for each thread. */
export async function startCuttingProxy(target: string, cut: Cut) {
  const answered = new Set<string>();
  let received = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { threadId, resume, forwardedProps } = JSON.parse(body);
    const isAnswer = resume !== undefined || forwardedProps?.command !== undefined;
    if (isAnswer) received += 1;
    const reply = await fetch(target, { method: 'POST', body });
    const text = await reply.text();
    response.setHeader('content-type', 'text/event-stream');
    if (!isAnswer || answered.has(threadId)) return void response.end(text);
    answered.add(threadId);
    cut(text, response);
    // A reset drops what the socket has not sent.
    setTimeout(() => request.socket.resetAndDestroy(), 50);
  });
  const { origin, close } = await listenLocally(server);
  return { url: origin, close, received: () => received };
}
