import type { Task } from '@countersign/api/task';
import { describe, expect, it } from 'vitest';
import { exampleOf } from './agent-example.ts';
import { filterSearch, filterTasks, parseTaskFilter } from './task-filter.ts';
import { inOrderOf, nextSort, parseSort, sortSearch, sortTasks } from './task-sort.ts';

const task = (id: string, part: Partial<Task>): Task => ({
  id,
  title: id,
  agentId: 'orchestrator',
  agentName: 'Orchestrator',
  agents: ['orchestrator'],
  runId: 'r',
  runStatus: 'running',
  state: null,
  openPrompts: { blocking: 0, followup: 0 },
  startedAt: 0,
  updatedAt: 0,
  endedAt: null,
  counts: { events: 0, anomalies: 0 },
  controls: [],
  can: { pause: 'agent', stop: 'agent', message: 'running' },
  ...part,
});
const tasks = [
  task('Close October', { updatedAt: 1, runStatus: 'finished' }),
  task('Shortlist Payments', {
    updatedAt: 3,
    openPrompts: { blocking: 1, followup: 0 },
    agents: ['orchestrator', 'recommender'],
  }),
  task('Release train', { updatedAt: 2, runStatus: 'held' }),
];
const found = (search: Record<string, unknown>) =>
  sortTasks(filterTasks(tasks, parseTaskFilter(search)), parseSort(search)).map((one) => one.id);

describe('the filter of tasks', () => {
  it('shows the last touched first', () =>
    expect(found({})).toEqual(['Shortlist Payments', 'Release train', 'Close October']));
  it.each([
    [{ q: 'pay short' }, ['Shortlist Payments']],
    [{ state: 'open' }, ['Shortlist Payments']],
    [{ state: 'paused' }, ['Release train']],
    [{ state: 'ended' }, ['Close October']],
    [{ agent: 'recommender' }, ['Shortlist Payments']],
    [{ state: 'nonsense', q: 7 }, ['Shortlist Payments', 'Release train', 'Close October']],
  ])('%j finds %j', (search, ids) => expect(found(search)).toEqual(ids));
  it('leaves out what agents only read, unless it is asked for, searched, or needs a person', () => {
    const read = task('arm_pose', { reads: true, runStatus: 'finished' });
    const asked = task('arm_scan', { reads: true, openPrompts: { blocking: 1, followup: 0 } });
    const failed = task('arm_look', { reads: true, runStatus: 'failed' });
    const all = [read, asked, failed, ...tasks];
    const find = (search: Record<string, unknown>) =>
      filterTasks(all, parseTaskFilter(search)).map(({ id }) => id);
    expect(find({})).toEqual(all.map(({ id }) => id).filter((id) => id !== 'arm_pose'));
    expect(find({ state: 'ended' })).toEqual(['Close October']);
    expect(find({ state: 'reads' })).toEqual(['arm_pose', 'arm_scan', 'arm_look']);
    expect(find({ q: 'arm_pose' })).toEqual(['arm_pose']);
  });
  it('finds an id by a long enough part of it, not by what all ids contain', () => {
    const one = task('14abfefd-8e7d-4eba-0731-f650bd8efddd', { title: 'Job 0450' });
    const find = (q: string) => filterTasks([one], parseTaskFilter({ q }));
    expect(find('job 0731')).toEqual([]);
    expect(find('14ABFEFD')).toEqual([one]);
    expect(find(one.id)).toEqual([one]);
  });
  it('writes the address it reads', () => {
    const search = { q: 'a b', state: 'live', agent: 'x' };
    expect(filterSearch(parseTaskFilter(search))).toEqual(search);
    expect(filterSearch(parseTaskFilter({}))).toEqual({});
  });
});

describe('the order of tasks', () => {
  it.each([
    ['task', ['Close October', 'Release train', 'Shortlist Payments']],
    ['-prompts', ['Shortlist Payments', 'Close October', 'Release train']],
    ['state', ['Shortlist Payments', 'Release train', 'Close October']],
    ['nonsense', ['Shortlist Payments', 'Release train', 'Close October']],
  ])('by %s', (sort, ids) => expect(found({ sort })).toEqual(ids));
  it('turns round at the second press, and writes the address it reads', () => {
    const first = nextSort(parseSort({}), 'events');
    expect(sortSearch(first)).toEqual({ sort: '-events' });
    expect(sortSearch(nextSort(first, 'events'))).toEqual({ sort: 'events' });
    expect(parseSort(sortSearch(first))).toEqual(first);
    expect(sortSearch(parseSort({}))).toEqual({});
  });
  it('keeps rows in place while the pointer is on them, the new ones last', () =>
    expect(inOrderOf(tasks, ['Release train', 'Close October']).map((one) => one.id)).toEqual([
      'Release train',
      'Close October',
      'Shortlist Payments',
    ]));
});

describe('exampleOf', () => {
  it.each([
    ['Finds people. Example: “Find two React contractors.”', 'Find two React contractors.'],
    ['Try "sweep the cells of Nantes"', 'sweep the cells of Nantes'],
    ['Ranks people.', null],
    [null, null],
  ])('%s', (description, example) => expect(exampleOf({ description })).toBe(example));
});
