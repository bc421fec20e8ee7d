// @vitest-environment jsdom
import type { Task } from '@countersign/api/task';
import { afterEach, expect, it } from 'vitest';
import { chooseZone } from '../../ui/time-zone.ts';
import { tasksCsv } from './tasks-csv.ts';

const task: Task = {
  id: '6929cc37-1120-4dc6-8da3-fbf9b632e9e0',
  title: 'Refund, "88-1"',
  agentId: 'refund-desk',
  agentName: '=Refund Desk',
  agents: ['refund-desk'],
  runId: 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  runStatus: 'finished',
  state: 'completed',
  openPrompts: { blocking: 0, followup: 1 },
  startedAt: Date.UTC(2026, 10, 21, 20, 0, 0),
  updatedAt: Date.UTC(2026, 10, 21, 20, 0, 30),
  endedAt: null,
  counts: { events: 1204, anomalies: 0 },
  controls: [],
  can: { pause: 'agent', stop: 'agent', message: 'running' },
};

afterEach(() => chooseZone('local'));

it('copies tasks with their moments in the chosen zone, and with that zone', () => {
  chooseZone('Asia/Kolkata');
  const [heads, row] = tasksCsv([task]).replace('\ufeff', '').trimEnd().split('\r\n');
  expect(heads).toMatch(/^Id,Task,Agent,State,.*Started,Updated,Ended$/);
  expect(row).toBe(
    [
      task.id,
      '"Refund, ""88-1"""',
      "'=Refund Desk",
      'followup',
      '0,1,1204',
      '2026-11-22T01:30:00.000+05:30',
      '2026-11-22T01:30:30.000+05:30',
      '',
    ].join(','),
  );
});
