// Records the tapes of this counterpart; run it again when its versions change: `node e2e/interop/ai-sdk/record.mjs`.
import { randomUUID } from 'node:crypto';
import { interruptsIn, record, startCounterpart, versionOf } from '../recorder.mjs';

const { url, stop } = await startCounterpart('ai-sdk');
const version = ['ai', '@ai-sdk/openai', '@copilotkit/runtime']
  .map((name) => `${name} ${versionOf('ai-sdk', name)}`)
  .join(', ');
const origin = {
  name: 'AI SDK tool approvals behind CopilotKit’s runtime',
  version,
  how: 'the agents of e2e/interop/ai-sdk with a mocked model, driven by the HttpAgent of @ag-ui/client',
};

for (const mode of ['bridge', 'executing']) {
  const tape = (name, play) =>
    record(
      {
        counterpart: 'ai-sdk',
        name: `${name}-${mode}`,
        origin,
        url: `${url}/${mode}/run`,
        threadId: randomUUID(),
      },
      play,
    );
  const answered = (name, words, answers) =>
    tape(name, async ({ say, run, exchanges }) => {
      say(words);
      await run();
      const open = interruptsIn(exchanges);
      await run({
        resume: open.map(({ id }, index) => ({ interruptId: id, ...answers[index] })),
      });
    });
  await answered('approve', 'Pay Ada', [{ status: 'resolved', payload: { approved: true } }]);
  await answered('reject', 'Pay Ada', [
    { status: 'resolved', payload: { approved: false, reason: 'Not before the audit.' } },
  ]);
  await answered('cancelled', 'Pay Ada', [{ status: 'cancelled' }]);
  await answered('two', 'Do both', [
    { status: 'resolved', payload: { approved: true } },
    { status: 'resolved', payload: { approved: false } },
  ]);
}
stop();
