import { figure, plural } from '../count.ts';

const statuses = {
  waiting: 'waiting',
  asked: 'waits for a person',
  running: 'running',
  done: 'done',
  failed: 'failed',
  cut: 'not finished',
  unanswered: 'no result received',
};

/** Texts of the flow of work. */
export const flowText = {
  empty: 'No work yet',
  emptyDetail:
    'Hand-overs between agents, their steps and their tool calls appear here as they happen.',
  graph: (count: number) =>
    `Work of the task, ${plural(count, { one: '# piece', other: '# pieces' })}`,
  progress: 'Progress of the task',
  chain: 'Steps and tool calls',
  plan: 'What the agents plan',
  planned: (done: number, all: number) =>
    `${figure(done)} of ${plural(all, { one: '# item', other: '# items' })} done`,
  status: (status: keyof typeof statuses) => statuses[status],
  whole: 'the task itself',
  outside: 'outside steps',
  wait: 'a person is asked',
  waited: (work: string, wait: string) => `${work}, waited ${wait}`,
  from: (name: string) => `from ${name}`,
  steps: (count: number) => plural(count, { one: '# step', other: '# steps' }),
  calls: (count: number) => plural(count, { one: '# call', other: '# calls' }),
  more: (count: number) => `${figure(count)} more`,
};
