import { maxOpen } from '@countersign/part-desk/decisions/questions/prompt-intake';
import { expect, it } from 'vitest';
import { begun, interrupt, startForeign } from '../testing/foreign.ts';
import { upMessage } from '../testing/scripted-agent.ts';

const anomalies = ({ harness, taskId }: Awaited<ReturnType<typeof startForeign>>) =>
  harness.facts(taskId, 'countersign.anomaly');

it('a run that asks without end reaches a limit, which one anomaly reports', async () => {
  const foreign = await startForeign('ag-ui');
  const run = await begun(foreign, 0);
  const asked = Array.from({ length: maxOpen + 50 }, (_, index) => ({ id: `i${index}` }));
  interrupt(run, ...asked);
  await foreign.harness.untilEvent(foreign.taskId, (event) => event.type === 'RUN_FINISHED');
  const reported = await foreign.harness.until(() => anomalies(foreign)[0]);
  expect(reported).toMatchObject({
    kind: 'message-quarantined',
    statement: {
      code: 'stream.times',
      params: {
        detail: { code: 'stream.too-many-open', params: { count: maxOpen } },
        count: 50,
      },
    },
    detail: `The task has ${maxOpen} open questions; no more are accepted until some are closed. (50 times)`,
  });
  expect(anomalies(foreign)).toHaveLength(1);
  expect((await foreign.open(maxOpen)).length).toBe(maxOpen);
  await foreign.close();
}, 60_000);

it('a question as big as an event is shown shortened, and the next one is asked', async () => {
  const foreign = await startForeign('hai', { feedback: true });
  const run = await begun(foreign, 0);
  const ask = (messageId: string, text: string) =>
    run.send(
      upMessage(foreign.taskId, {
        messageId,
        state: 'needsHumanDecision',
        ask: 'Shall I?',
        payload: { text },
      }),
    );
  ask('big', 'x'.repeat(600_000));
  ask('small', 'x');
  const open = await foreign.open(2);
  expect(open.find(({ message }) => message.messageId === 'small')).toMatchObject({
    ask: 'Shall I?',
  });
  const cut = open.find(({ ask }) => ask === 'A question of 0.7 MB could not be read');
  expect(String(cut?.message.unread?.[0]?.value)).toHaveLength(16_000);
  expect(anomalies(foreign)).toMatchObject([{ kind: 'message-quarantined' }]);
  await foreign.close();
});

it('a task lists a limited number of senders, and an invalid name is replaced by its connection’s', async () => {
  const foreign = await startForeign('hai', { feedback: true });
  const run = await begun(foreign, 0);
  for (const agentId of ['x'.repeat(5_000), ...Array.from({ length: 300 }, (_, n) => `s${n}`)]) {
    run.send({ type: 'STEP_STARTED', stepName: 'one', metadata: { agentId } });
  }
  run.send({ type: 'CUSTOM', name: 'end', value: null });
  const { harness, taskId } = foreign;
  await harness.untilEvent(taskId, (event) => event.type === 'CUSTOM' && event.name === 'end');
  const { body } = await harness.request('GET', `/api/tasks/${taskId}`);
  expect(body.agents).toHaveLength(200);
  expect(body.agents.slice(0, 3)).toEqual(['demo', 'relayed:demo:s0', 'relayed:demo:s1']);
  await foreign.close();
});
