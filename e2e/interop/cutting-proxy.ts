import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '@countersign/testkit/local-server';

type Cut = (reply: string, response: ServerResponse) => void;

/** The first event in which the agent does something with the answer: until then it has only said that it runs. */
const confirming = /"(?:TEXT_MESSAGE_C|TOOL_CALL_START|TOOL_CALL_RESULT)|"artifact/;

/** All of a reply up to the end of the first event that confirms the answer. */
function untilConfirmed(reply: string): string {
  const events = reply.split(/(?<=\n\n)/);
  const first = events.findIndex((event) => confirming.test(event));
  return events.slice(0, first + 1).join('');
}

/** Where a reply breaks off. `reply` is all of it: its agent has done what it was asked. */
export const cuts = {
  'before its first line': () => {},
  'behind its headers': (_, response) => response.flushHeaders(),
  'within its first event': (reply, response) => response.write(reply.slice(0, 20)),
  'behind its first event': (reply, response) =>
    response.write(reply.slice(0, reply.indexOf('\n\n') + 2)),
  'behind the event that confirms': (reply, response) => response.write(untilConfirmed(reply)),
  'before its last event': (reply, response) =>
    response.write(reply.slice(0, reply.lastIndexOf('data:'))),
} satisfies Record<string, Cut>;

/** A run of AG-UI that brings an answer: to an interrupt, to a CUSTOM `on_interrupt`, or as the result of a call. */
export function isAgUiAnswer(body: string): boolean {
  const { resume, forwardedProps, messages } = JSON.parse(body);
  const isResult = messages?.at(-1)?.role === 'tool';
  return resume !== undefined || forwardedProps?.command !== undefined || isResult;
}

/** A message of A2A for a task that is there. */
export function isA2aAnswer(body: string): boolean {
  const { params, message } = JSON.parse(body === '' ? '{}' : body);
  const sent = params?.message ?? message;
  return sent?.taskId !== undefined;
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
};

/** A proxy in front of one agent that breaks off the reply to the first answer; addresses in the replies lead through it. */
export async function startCuttingProxy(
  target: string,
  { cut, isAnswer = isAgUiAnswer }: { cut: Cut; isAnswer?: (body: string) => boolean },
) {
  const { origin: behind, pathname } = new URL(target);
  let received = 0;
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const reply = await fetch(`${behind}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(body === '' ? {} : { body: body.replaceAll(origin, behind) }),
    });
    const text = (await reply.text()).replaceAll(behind, origin);
    const answers = body !== '' && isAnswer(body);
    if (answers) received += 1;
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? 'text/plain',
    });
    if (!answers || received > 1) return void response.end(text);
    cut(text, response);
    // A reset drops what the socket has not sent.
    setTimeout(() => request.socket.resetAndDestroy(), 50);
  });
  const { origin, close } = await listenLocally(server);
  return { url: `${origin}${pathname}`, close, received: () => received };
}
