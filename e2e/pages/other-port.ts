import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request of the other port against the console came to. */
export interface Attempt {
  what: string;
  /** 0 = the browser did not let the page know. */
  status: number;
}

/** A page on another port of the console's host, as a local agent could serve it: it does what it can to act as the operator. */
export interface OtherPort {
  url: string;
  /** Names of the cookies that came with the visit: cookies know no ports. */
  cookiesSeen: string[];
  /** What its server tried with the cookies it got, and its page with the browser's own. */
  attempts: Attempt[];
  /** The page has tried everything. */
  done: Promise<void>;
  close(): Promise<void>;
}

export interface OtherPortOptions {
  /** Origin of the console, and a prompt that its agent would like to see approved. */
  console: string;
  prompt: { id: string; digest: string };
  /** `Set-Cookie` headers of its page; told which cookies have come. */
  setCookies?: (names: readonly string[]) => string[];
  /** The name under which it is visited, when not the console's own. */
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
  let tell = () => {};
  const done = new Promise<void>((resolve) => {
    tell = resolve;
  });
  /** As the agent's server: no browser stands between it and the console. */
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
      tell();
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
