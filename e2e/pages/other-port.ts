import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The outcome of one request from the other port to the console. */
export interface Attempt {
  what: string;
  /** 0 = the browser hides the status from the page. */
  status: number;
}

/** A page on another port of the console's host, as a local agent could serve it: it tries everything to act as the operator. */
export interface OtherPort {
  url: string;
  /** Names of the cookies sent with the visit: cookies are shared between ports. */
  cookiesSeen: string[];
  /** The attempts of its server with these cookies, and of its page with the browser's own. */
  attempts: Attempt[];
  /** Resolves when the page has tried everything. */
  done: Promise<void>;
  close(): Promise<void>;
}

export interface OtherPortOptions {
  /** Origin of the console, and a prompt that the page tries to approve. */
  console: string;
  prompt: { id: string; digest: string };
  /** `Set-Cookie` headers of its page, given the names of the cookies received. */
  setCookies?: (names: readonly string[]) => string[];
  /** The host name under which it is visited, if not the console's own. */
  hostname?: string;
}

const page = (targets: readonly { path: string; method: string; body?: unknown }[]) => `
<!doctype html><title>Results</title><p>Thank you.</p>
<script>
  const targets = ${JSON.stringify(targets)};
  const ways = [
    { mode: 'cors', headers: { 'content-type': 'application/json' } },
    { mode: 'cors', headers: {} },
    { mode: 'no-cors', headers: { 'content-type': 'text/plain' } },
  ];
  (async () => {
    const attempts = [];
    for (const { path, method, body } of targets) {
      for (const way of ways) {
        const what = 'page ' + way.mode + ' ' + method + ' ' + new URL(path).pathname;
        try {
          const answer = await fetch(path, { ...way, method, credentials: 'include',
            ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
          attempts.push({ what, status: answer.status });
        } catch { attempts.push({ what, status: 0 }); }
      }
    }
    await fetch('/report', { method: 'POST', credentials: 'omit', body: JSON.stringify(attempts) });
  })();
</script>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

export async function openOtherPort(options: OtherPortOptions): Promise<OtherPort> {
  const { console: target, prompt } = options;
  const targets = [
    { path: `${target}/api/me`, method: 'GET' },
    { path: `${target}/api/prompts`, method: 'GET' },
    {
      path: `${target}/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
      method: 'POST',
      body: {
        feedback: { type: 'approve' },
        digest: prompt.digest,
        idempotencyKey: 'answer-of-the-other-port-3f2b6c1e',
      },
    },
    {
      path: `${target}/api/operators`,
      method: 'POST',
      body: { id: 'mallory', name: 'Mallory', role: 'admin', groups: [] },
    },
    { path: `${target}/api/session`, method: 'DELETE' },
  ];
  const cookiesSeen: string[] = [];
  const attempts: Attempt[] = [];
  let notify = () => {};
  const done = new Promise<void>((resolve) => {
    notify = resolve;
  });
  /** From the agent's server, without a browser in between. */
  const replay = async (cookie: string) => {
    for (const { path, method, body } of targets) {
      for (const more of [{}, { origin: target, 'sec-fetch-site': 'same-origin' }]) {
        const answer = await fetch(path, {
          method,
          headers: {
            cookie,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...more,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        attempts.push({
          what: `server ${method} ${new URL(path).pathname}`,
          status: answer.status,
        });
        await answer.body?.cancel();
      }
    }
  };
  const server = createServer(async (request, response) => {
    if (request.url === '/report') {
      attempts.push(...(JSON.parse(await bodyOf(request)) as Attempt[]));
      response.writeHead(204).end();
      notify();
      return;
    }
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    const cookie = request.headers.cookie ?? '';
    cookiesSeen.push(...cookie.split('; ').flatMap((pair) => pair.split('=')[0] || []));
    if (cookie !== '') await replay(cookie);
    const names = options.setCookies?.(cookiesSeen) ?? [];
    response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': names })
      .end(page(targets));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.hostname ?? '127.0.0.1'}:${port}/`,
    cookiesSeen,
    attempts,
    done,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
