import type { Prompt } from '@countersign/api/prompt';
import { say } from '@countersign/api/statements';
import type { Control } from '@countersign/api/task';
import type { DemoShared, DemoTaskState } from './demo-tasks.ts';

const STEP_MS = 140;
const status = { pause: 'paused', resume: 'running', stop: 'stopped' } as const;

/** Asks the recorded agent to pause, resume or stop: the ladder is climbed, and the tape obeys. */
export function requestControl(
  house: DemoShared,
  room: DemoTaskState,
  { action, reason, by }: Pick<Control, 'action' | 'reason' | 'by'>,
): Control {
  const { ports } = house;
  const requested: Control = {
    id: ports.createId(),
    taskId: room.taskId,
    runId: room.runId,
    action,
    means: 'agent',
    reason,
    by,
    state: 'requested',
    requestedAt: ports.now(),
    deliveredAt: null,
    acknowledgedAt: null,
    settledAt: null,
    failure: null,
    eventsSince: 0,
  };
  const climb = (control: Control) => {
    room.controls = [...room.controls.filter((one) => one.id !== control.id), control];
    house.notify(room, 'countersign.control', { change: control.state, control });
    const next = nextRung(control, ports.now());
    if (next) ports.schedule(() => climb(obey(house, room, next)), STEP_MS);
  };
  climb(requested);
  return requested;
}

function nextRung(control: Control, at: number): Control | null {
  switch (control.state) {
    case 'requested':
      return { ...control, state: 'delivered', deliveredAt: at };
    case 'delivered':
      return { ...control, state: 'acknowledged', acknowledgedAt: at };
    case 'acknowledged':
      return { ...control, state: 'settled', settledAt: at };
    default:
      return null;
  }
}

function obey(house: DemoShared, room: DemoTaskState, control: Control): Control {
  const { action } = control;
  if (control.state === 'acknowledged') {
    if (action === 'pause') room.player?.hold();
    if (action === 'stop') room.player?.end();
    const value = { action, status: status[action] };
    house.append(room, room.recorded.agentId, { type: 'CUSTOM', name: 'hai.control', value });
  }
  if (control.state === 'settled') {
    if (action === 'resume') room.player?.resume();
    if (action === 'stop') endRun(house, room, { id: control.by, name: control.by });
  }
  return control;
}

function endRun(
  house: DemoShared,
  room: DemoTaskState,
  by: NonNullable<Prompt['stoppedBy']>,
): void {
  const { runId } = room;
  const message = 'Stopped by the operator';
  const reason = say('closed.run-stopped');
  house.append(room, room.recorded.agentId, { type: 'RUN_ERROR', message, code: 'STOPPED', runId });
  for (const prompt of house.prompts.values()) {
    if (prompt.taskId !== room.taskId || prompt.state !== 'open') continue;
    const closed: Prompt = {
      ...prompt,
      state: 'withdrawn',
      closedAt: house.ports.now(),
      closedReason: reason.text,
      closedStatement: reason.statement,
      stoppedBy: by,
    };
    house.notify(room, 'countersign.prompt', { change: 'withdrawn', prompt: closed });
  }
}
