// The A2A SDK's client: sends a text to an agent, and prints the states of the task until it has ended. With 1.0 it follows the
// stream up to the question; with 0.3 it waits for the answer of the first message.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';

const [cardUrl, token, text, version] = process.argv.slice(2);
const isOld = version === '0.3';
const fetchImpl = async (url, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(url, { ...init, headers });
  if (String(url) !== cardUrl || !isOld) return response;
  // The SDK takes the newest version in a card: an old client does not see that there is one.
  const { supportedInterfaces: _, ...card } = await response.json();
  return Response.json(card);
};
const legacyCompat = { enabled: isOld };
const factory = new ClientFactory({
  transports: [new JsonRpcTransportFactory({ fetchImpl, legacyCompat })],
  cardResolver: new DefaultAgentCardResolver({ fetchImpl, legacyCompat }),
});
const client = await factory.createFromUrl(cardUrl, '');

let last = '';
const notify = (task) => {
  const line = JSON.stringify({ id: task.id, status: task.status, artifacts: task.artifacts });
  if (line !== last) process.stdout.write(`${line}\n`);
  last = line;
};
const message = {
  messageId: randomUUID(),
  contextId: '',
  taskId: '',
  role: 1,
  parts: [{ content: { $case: 'text', value: text }, filename: '', mediaType: '' }],
  extensions: [],
  referenceTaskIds: [],
};
let task;
if (isOld) task = await client.sendMessage({ tenant: '', message });
else {
  for await (const { payload } of client.sendMessageStream({ tenant: '', message })) {
    if (payload?.$case === 'task') task = payload.value;
    if (payload?.$case === 'artifactUpdate') process.stdout.write('a part of an artifact\n');
  }
  task = await client.getTask({ tenant: '', id: task.id });
}
notify(task);
// TASK_STATE_COMPLETED, FAILED, CANCELED, REJECTED
while (![3, 4, 5, 7].includes(task.status?.state)) {
  await pause(250);
  task = await client.getTask({ tenant: '', id: task.id });
  notify(task);
}
