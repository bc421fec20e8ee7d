// Records the tapes of this counterpart; run it again when its versions change: `node e2e/interop/copilotkit/record.mjs`.
import { randomUUID } from 'node:crypto';
import { interruptsIn, record, startCounterpart, versionOf } from '../recorder.mjs';

const { url, stop } = await startCounterpart('copilotkit');
const version = ['@copilotkit/runtime', '@copilotkit/aimock']
  .map((name) => `${name} ${versionOf('copilotkit', name)}`)
  .join(', ');
const origin = {
  name: 'CopilotKit’s runtime with its built-in agent',
  version,
  how: 'e2e/interop/copilotkit/server.mjs, driven by the HttpAgent of @ag-ui/client',
};
const confirmAction = {
  name: 'confirmAction',
  description: 'Asks the operator to confirm an action.',
  parameters: {
    type: 'object',
    properties: { action: { type: 'string' }, importance: { type: 'string' } },
    required: ['action'],
  },
};
const pickColour = {
  name: 'pickColour',
  description: 'Lets a person pick a colour.',
  parameters: {
    type: 'object',
    properties: { question: { type: 'string' }, shades: { type: 'integer' } },
    required: ['question'],
  },
};
const tape = (name, play) =>
  record(
    {
      counterpart: 'copilotkit',
      name,
      origin,
      url,
      threadId: randomUUID(),
      tools: [confirmAction, pickColour],
    },
    play,
  );
const lastCall = ({ messages }) => messages.at(-1)?.toolCalls?.[0]?.id;

await tape('tool-confirm', async ({ agent, say, run, uuid }) => {
  say('Confirm the removal');
  await run();
  const toolCallId = lastCall(agent);
  agent.addMessage({ id: `result-${uuid()}`, role: 'tool', toolCallId, content: 'approved' });
  await run();
  say('Thank you');
  await run();
});
await tape('tool-of-its-own', async ({ agent, say, run, uuid }) => {
  say('Pick a colour');
  await run();
  const toolCallId = lastCall(agent);
  const content = JSON.stringify({ colour: 'indigo', shade: 9 });
  agent.addMessage({ id: `result-${uuid()}`, role: 'tool', toolCallId, content });
  await run();
});
const answers = (exchanges, payloads) =>
  interruptsIn(exchanges).map(({ id }, index) => ({
    interruptId: id,
    status: 'resolved',
    payload: payloads[index],
  }));
await tape('interrupt-one', async ({ say, run, exchanges }) => {
  say('Pay Ada');
  await run();
  await run({ resume: answers(exchanges, [{ approved: true }]) });
  say('Thank you');
  await run();
});
await tape('interrupt-two', async ({ say, run, exchanges }) => {
  say('Pay both');
  await run();
  await run({ resume: answers(exchanges, [{ approved: true }, { approved: false }]) });
});
await tape('interrupt-cancelled', async ({ say, run, exchanges }) => {
  say('Pay Ada');
  await run();
  const [{ id }] = interruptsIn(exchanges);
  await run({ resume: [{ interruptId: id, status: 'cancelled' }] });
});
// A message while a call is open, as a client without support for interrupts would send it.
await tape('words-while-a-call-is-open', async ({ say, run }) => {
  say('Confirm the removal');
  await run();
  say('Never mind');
  await run();
});
await tape('words-while-an-interrupt-is-open', async ({ agent, say, run }) => {
  say('Pay Ada');
  await run();
  agent.pendingInterrupts = [];
  say('Never mind');
  await run();
});
stop();
