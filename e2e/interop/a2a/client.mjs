// The A2A SDK's client, of protocol 0.3: sends a text to an agent, and prints the states of the task until it has ended.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client';

const [cardUrl, token, text] = process.argv.slice(2);
const fetchImpl = (url, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  return fetch(url, { ...init, headers });
};
const legacyCompat = { enabled: true };
const factory = new ClientFactory({
  transports: [new JsonRpcTransportFactory({ fetchImpl, legacyCompat })],
  cardResolver: new DefaultAgentCardResolver({ fetchImpl, legacyCompat }),
});
const client = await factory.createFromUrl(cardUrl, '');

let last = '';
const tell = (task) => {
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
let task = await client.sendMessage({ tenant: '', message });
tell(task);
// TASK_STATE_COMPLETED, FAILED, CANCELED, REJECTED
while (![3, 4, 5, 7].includes(task.status?.state)) {
  await pause(250);
  task = await client.getTask({ tenant: '', id: task.id });
  tell(task);
}
