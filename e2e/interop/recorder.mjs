// Records what a real agent sends to AG-UI's stock client, as tapes for the unit tests: the client's requests and the bytes of the replies.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HttpAgent } from '@ag-ui/client';

const tapes = new URL('../../packages/testkit/tapes/', import.meta.url);
const maxBytes = 300_000;

/** Starts a counterpart's server; resolves with the line of JSON that it prints when it is ready. */
export async function startCounterpart(counterpart) {
  const path = fileURLToPath(new URL(`${counterpart}/server.mjs`, import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('\n')) break;
  }
  return { ...JSON.parse(output), stop: () => child.kill('SIGTERM') };
}

/** Version of a package installed by a counterpart. */
export function versionOf(counterpart, name) {
  const path = fileURLToPath(
    new URL(`${counterpart}/node_modules/${name}/package.json`, import.meta.url),
  );
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

/** `play` drives the stock client; every request it makes is on the tape. `reword` changes a reply before the client receives it. */
export async function record(
  { counterpart, name, origin, url, threadId, tools = [], reword = (text) => text },
  play,
) {
  const exchanges = [];
  const fetchAndKeep = async (address, init) => {
    const response = await fetch(address, init);
    const text = reword(await response.text());
    const { pathname } = new URL(address);
    const type = response.headers.get('content-type') ?? '';
    exchanges.push({
      request: {
        method: init.method ?? 'GET',
        path: pathname,
        body: JSON.parse(init.body ?? 'null'),
      },
      response: { status: response.status, headers: { 'content-type': type }, text },
    });
    return new Response(text, { status: response.status, headers: { 'content-type': type } });
  };
  const agent = new HttpAgent({ url, threadId, fetch: fetchAndKeep });
  let count = 0;
  const uuid = () => {
    count += 1;
    return `${threadId.slice(0, -12)}${String(count).padStart(12, '0')}`;
  };
  const run = (options = {}) =>
    agent.runAgent({ runId: `run-${uuid()}`, tools, ...options }).catch((error) => error);
  const say = (content) => agent.addMessage({ id: `msg-${uuid()}`, role: 'user', content });
  await play({ agent, run, say, uuid, exchanges });
  const folder = new URL(`${counterpart}/`, tapes);
  mkdirSync(folder, { recursive: true });
  const tape = { origin: { ...origin, recordedAt: new Date().toISOString() }, exchanges };
  const json = `${JSON.stringify(tape, null, 1)}\n`;
  if (json.length > maxBytes)
    throw new Error(`${counterpart}/${name}: ${json.length} bytes are too many`);
  writeFileSync(new URL(`${name}.json`, folder), json);
  process.stdout.write(
    `${counterpart}/${name}: ${exchanges.length} exchanges, ${json.length} bytes\n`,
  );
  return exchanges;
}

/** The interrupts of the last reply on a tape. */
export function interruptsIn(exchanges) {
  const { text } = exchanges.at(-1).response;
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice(5)))
    .flatMap(({ type, outcome }) => (type === 'RUN_FINISHED' ? (outcome?.interrupts ?? []) : []));
}
