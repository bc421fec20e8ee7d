/**
 * Records a tape for the demo from a running server with its crew:
 * `node apps/console/src/mock/record-tape.mjs <url> <token> <agent id> <out.tape.json> "<message>"`
 * Starts a task, prints its address, waits until its run has ended (answer its prompts in a browser, or let the
 * defaults apply), and writes what the server journalled. Plain JavaScript: the console's own project knows no Node.
 */
import { writeFile } from 'node:fs/promises';
import { argv, stdout } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const [, , url = '', token = '', agentId = '', out = '', message = ''] = argv;

async function ask(path, body) {
  const answer = await fetch(new URL(path, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const agents = (await ask('/api/agents')).items;
const { taskId } = await ask('/api/tasks', { agentId, message });
stdout.write(`${new URL(`/tasks/${taskId}`, url).href}\n`);
let task = await ask(`/api/tasks/${taskId}`);
while (task.endedAt === null) {
  await wait(1000);
  task = await ask(`/api/tasks/${taskId}`);
}
const envelopes = [];
for (let after = '0'; after !== null; ) {
  const page = await ask(`/api/tasks/${taskId}/events?after=${after}&limit=1000`);
  envelopes.push(...page.items);
  after = page.items.length === 0 ? null : page.nextCursor;
}
const recordedAt = new Date(envelopes[0].receivedAt).toISOString();
const origin = `${agents.length} agents of the crew, over HTTP`;
await writeFile(out, JSON.stringify({ origin, recordedAt, task, agents, envelopes }));
stdout.write(`${envelopes.length} envelopes\n`);
