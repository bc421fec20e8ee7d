import type { HaiEvent } from '@countersign/hai/event';
import { foldedThread, upEvent } from '@countersign/testkit/folded-thread';
import { promptIdOf } from '@countersign/upformat/prompt-id';
import { expect, it } from 'vitest';
import { waitsForPrompt } from './blast-radius.ts';

const fold = (...events: HaiEvent[]) => foldedThread(events, { agentId: 'master' });
const handOver = (from: string, to: string, name: string): HaiEvent[] => [
  { type: 'AGENT_COLLABORATIVE_MESSAGE_START', from, to, messageId: `${from}-${to}` },
  {
    type: 'AGENT_COLLABORATIVE_MESSAGE_CONTENT',
    messageId: `${from}-${to}`,
    delta: { task: { id: `${from}-${to}`, name } },
  },
];
const ask: HaiEvent = {
  ...upEvent('ask', {
    state: 'needsHumanDecision',
    ask: 'Go on?',
    waiting: ['kpi-watch', 'master'],
  }),
  metadata: { agentId: 'config', runId: 'c' },
};

it('lists all agents up the chain of hand-overs and those the agent names, once each', () => {
  const thread = fold(
    ...handOver('master', 'planner', 'Plan'),
    ...handOver('planner', 'config', 'Change the cells'),
    ask,
  );
  expect(waitsForPrompt(thread, promptIdOf('t', 'ask'))).toEqual([
    { who: 'relayed:master:planner', what: 'Change the cells' },
    { who: 'master', what: 'Plan' },
    { who: 'relayed:master:kpi-watch', what: null },
  ]);
});

it('leaves out agents whose hand-over has ended, terminates in a cycle, and is empty once answered', () => {
  const ended: HaiEvent = { type: 'AGENT_COLLABORATIVE_MESSAGE_END', messageId: 'master-config' };
  const circle = fold(
    ...handOver('master', 'config', 'Done long ago'),
    ended,
    ...handOver('config', 'planner', 'a'),
    ...handOver('planner', 'config', 'b'),
    ask,
  );
  expect(waitsForPrompt(circle, promptIdOf('t', 'ask')).map(({ who }) => who)).toEqual([
    'relayed:master:planner',
    'relayed:master:config',
    'relayed:master:kpi-watch',
    'master',
  ]);
  expect(waitsForPrompt(circle, promptIdOf('t', 'other'))).toEqual([]);
});
