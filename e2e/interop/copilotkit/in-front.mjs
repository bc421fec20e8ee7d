// CopilotKit's runtime in front of an agent of ours in AG-UI, and AG-UI's stock client in front of both: two questions in one
// outcome, a wrong answer refused, an edit and a refusal that reach the agent's function. Run it with `node e2e/interop/copilotkit/in-front.mjs`.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HttpAgent } from '@ag-ui/client';
import { CopilotRuntime } from '@copilotkit/runtime/v2';
import { createCopilotNodeListener } from '@copilotkit/runtime/v2/node';
import { buildSync } from 'esbuild';

process.env.COPILOTKIT_TELEMETRY_DISABLED = 'true';
process.env.DO_NOT_TRACK = '1';
const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'countersign-in-front-'));

/** The current library, from its TypeScript. */
async function library() {
  const names = readdirSync(join(root, 'packages'));
  const outfile = join(folder, 'agent.mjs');
  buildSync({
    stdin: {
      contents: `export { createAgent } from '@countersign/agent/agent';
        export { serve } from '@countersign/agent/node-server';`,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    alias: Object.fromEntries(
      names.map((name) => [`@countersign/${name}`, join(root, 'packages', name, 'src')]),
    ),
  });
  return import(pathToFileURL(outfile).href);
}

const { createAgent, serve } = await library();
const schema = {
  type: 'object',
  properties: { to: { type: 'string' }, amount: { type: 'number' } },
  required: ['to', 'amount'],
};
const question = (to, amount) => ({
  state: 'needsHumanDecision',
  ask: `Pay ${to}?`,
  payload: { to, amount },
  upContext: { schema },
  allowedFeedback: ['approve', 'edit', 'reject'],
});
const agent = createAgent({
  id: 'payer',
  name: 'Payer',
  protocol: 'ag-ui',
  async run(context) {
    const answers = await Promise.all([
      context.ask(question('Ada Ltd', 120)),
      context.ask(question('Grace GmbH', 80)),
    ]);
    await context.say(JSON.stringify(answers.map(({ feedback }) => feedback)));
  },
});
const served = await serve(agent.fetch, { port: 0 });
const runtime = new CopilotRuntime({ agents: { default: new HttpAgent({ url: served.url }) } });
const server = createServer(createCopilotNodeListener({ runtime, basePath: '/api/copilotkit' }));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${server.address().port}/api/copilotkit/agent/default/run`;

const client = new HttpAgent({ url, threadId: randomUUID() });
client.addMessage({ id: randomUUID(), role: 'user', content: 'Pay what is due' });
const errors = [];
const run = (resume) =>
  client
    .runAgent(resume === undefined ? {} : { resume }, {
      onRunErrorEvent: ({ event }) => void errors.push(event.code),
    })
    .catch((error) => error);
const resolved = (interruptId, payload) => ({ interruptId, status: 'resolved', payload });

await run();
const open = [...client.pendingInterrupts];
assert.deepEqual(
  open.map(({ message }) => message),
  ['Pay Ada Ltd?', 'Pay Grace GmbH?'],
);
client.pendingInterrupts = [];
await run([resolved('no-such-interrupt', { approved: true })]);
assert.deepEqual(errors, ['interrupt-unknown']);
const edited = { to: 'Ada Ltd', amount: 100 };
await run([
  resolved(open[0].id, { approved: true, editedArgs: edited }),
  resolved(open[1].id, { approved: false, reason: 'Not yet' }),
]);
assert.deepEqual(JSON.parse(client.messages.at(-1).content), [
  { type: 'edit', content: { value: edited } },
  { type: 'reject', content: { reason: 'Not yet' } },
]);
process.stdout.write('CopilotKit in front of an agent of the library: answered\n');
rmSync(folder, { recursive: true });
process.exit(0);
