// Records the tapes of this counterpart; run it again when its versions change: `node e2e/interop/mastra/record.mjs`.
import { randomUUID } from 'node:crypto';
import { interruptsIn, record, startCounterpart, versionOf } from '../recorder.mjs';

const { url, stop } = await startCounterpart('mastra');

const version = ['@ag-ui/mastra', '@mastra/core', '@mastra/memory', '@mastra/libsql']
  .map((name) => `${name} ${versionOf('mastra', name)}`)
  .join(', ');
const origin = {
  name: 'Mastra behind AG-UI’s bridge',
  version,
  how: 'the agent of e2e/interop/mastra with a mocked model, driven by the HttpAgent of @ag-ui/client',
};
const tape = (mode, name, play) =>
  record(
    {
      counterpart: 'mastra',
      name: `${name}-${mode}`,
      origin,
      url: `${url}/${mode}`,
      threadId: randomUUID(),
    },
    play,
  );

/** The content of `CUSTOM on_interrupt` in the last reply. */
const suspended = (exchanges) =>
  exchanges
    .at(-1)
    .response.text.split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice(5)))
    .filter(({ type, name }) => type === 'CUSTOM' && name === 'on_interrupt')
    .map(({ value }) => value);
const command = (resume, interruptEvent) => ({
  forwardedProps: { command: { resume, interruptEvent } },
});

/** The same question and answer by both channels. */
async function answered(name, words, payload) {
  await tape('outcome', name, async ({ say, run, exchanges }) => {
    say(words);
    await run();
    const [{ id }] = interruptsIn(exchanges);
    await run({ resume: [{ interruptId: id, status: 'resolved', payload }] });
  });
  await tape('default', name, async ({ say, run, exchanges }) => {
    say(words);
    await run();
    const [event] = suspended(exchanges);
    await run(command(payload, event));
  });
}

await answered('suspend-approve', 'Transfer the money', {
  approved: true,
  note: 'Checked by phone.',
});
await answered('suspend-reject', 'Transfer the money', { approved: false });
await answered('suspend-form', 'Prepare the meeting', { city: 'Łódź' });
// The bridge ends a cancelled question without notifying the agent.
await tape('outcome', 'suspend-cancelled', async ({ say, run, exchanges }) => {
  say('Transfer the money');
  await run();
  const [{ id }] = interruptsIn(exchanges);
  await run({ resume: [{ interruptId: id, status: 'cancelled' }] });
});
// Two calls of one turn are asked one after the other.
await tape('outcome', 'suspend-two', async ({ say, run, exchanges }) => {
  say('Do both');
  await run();
  for (const payload of [{ approved: true }, { city: 'Leipzig' }]) {
    const [{ id }] = interruptsIn(exchanges);
    await run({ resume: [{ interruptId: id, status: 'resolved', payload }] });
  }
});
await tape('default', 'suspend-two', async ({ say, run, exchanges }) => {
  say('Do both');
  await run();
  for (const payload of [{ approved: true }, { city: 'Leipzig' }]) {
    const [event] = suspended(exchanges);
    await run(command(payload, event));
  }
});
// The bridge drops the question of `requireApproval`: only a call without a result is visible.
const runOf = (exchanges) => exchanges.at(0).request.body.runId;
const callOf = (exchanges) => /"toolCallId":"([^"]+)"/.exec(exchanges.at(0).response.text)?.[1];
for (const [name, approved] of [
  ['approval-approve', true],
  ['approval-decline', false],
]) {
  await tape('outcome', name, async ({ say, run, exchanges }) => {
    say('Delete the file');
    await run();
    await run(command({ approved }, { toolCallId: callOf(exchanges), runId: runOf(exchanges) }));
  });
}
// The same call, answered like a front-end tool.
await tape('outcome', 'approval-tool-message', async ({ agent, say, run, uuid, exchanges }) => {
  say('Delete the file');
  await run();
  agent.addMessage({
    id: `msg-${uuid()}`,
    role: 'tool',
    toolCallId: callOf(exchanges),
    content: '{"approved":true}',
  });
  await run();
});
// A message instead of an answer.
await tape('default', 'words-while-open', async ({ say, run }) => {
  say('Transfer the money');
  await run();
  say('Never mind');
  await run();
});
stop();
