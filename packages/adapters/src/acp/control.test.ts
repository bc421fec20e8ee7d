import { expect, it } from 'vitest';
import type { Transport } from '../protocol/wire.ts';
import { cancelRun } from './control.ts';

const agent = { id: 'letter', name: 'Letter', url: 'http://127.0.0.1:8333/agents/letter' };
const transport: Transport = {
  call: () => Promise.reject(new Error('Nothing is called.')),
};
const reasonOf = async (action: 'pause' | 'stop') => {
  const question = { action, lastEventId: null } as Parameters<typeof cancelRun>[1];
  const { kind, ...rest } = await cancelRun(
    agent as Parameters<typeof cancelRun>[0],
    question,
    transport,
  );
  return [
    kind,
    'reason' in rest && typeof rest.reason === 'object' ? rest.reason?.statement.code : null,
  ];
};

it('says in the language of the operator why a run is not paused, or not stopped yet', async () => {
  expect(await reasonOf('pause')).toEqual(['refused', 'control.acp-stops-only']);
  expect(await reasonOf('stop')).toEqual(['later', 'control.acp-no-run-yet']);
});
