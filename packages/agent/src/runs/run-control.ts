import type { ControlRequest } from '@countersign/hai/agent-descriptor';
import { customName } from '@countersign/hai/event';
import { controlChild } from '../child-run.ts';
import { problemResponse } from '../problem-response.ts';
import type { Run } from './run.ts';

type Reply = { status: number; make(): Response };

/** Control of one run (docs/protocol/control.md), once per idempotency key: the same key gets the same response and no second effect. */
export interface RunControl {
  handle(request: ControlRequest, key: string | undefined): Response;
}

export function createRunControl(run: Run, onStop: () => void): RunControl {
  const replies = new Map<string, { action: string; reply: Reply }>();

  const accepted = (): Reply => {
    const status = run.status();
    return { status: 200, make: () => Response.json({ runId: run.runId, status }) };
  };
  const refused = (detail: string): Reply => {
    const status = run.status();
    const more = { runId: run.runId, runStatus: status };
    return { status: 409, make: () => problemResponse('control-not-possible', detail, more) };
  };
  const confirm = (action: string, status: string, request: ControlRequest) => {
    const { reason, operator } = request;
    run.emitNow({
      type: 'CUSTOM',
      name: customName.control,
      value: {
        action,
        status,
        ...(reason === undefined ? {} : { reason }),
        ...(operator === undefined ? {} : { operator }),
      },
    });
  };
  const propagate = (request: ControlRequest, key: string) => {
    for (const child of run.children) {
      void controlChild(child, request.action, {
        key: `${key}:${child.runId}`,
        clock: run.clock,
        ...(request.reason === undefined ? {} : { reason: request.reason }),
        ...(request.operator === undefined ? {} : { operator: request.operator }),
      });
    }
  };
  const apply = (request: ControlRequest, key: string): Reply => {
    const status = run.status();
    if (request.action === 'status') return accepted();
    if (run.endedAt() !== null) return refused(`The run has already ${status}.`);
    if (request.action === 'stop') {
      if (status === 'stopping') return accepted();
      // Sent before the abort, whose listeners may send closing events.
      confirm('stop', 'stopping', request);
      run.stop(request.operator ? `Stopped by ${request.operator}` : 'Stopped');
      onStop();
      return accepted();
    }
    if (status === 'stopping') return refused('The run is stopping.');
    if (request.action === 'pause') {
      if (status === 'paused') return accepted();
      run.pause();
      confirm('pause', 'paused', request);
    } else {
      if (status === 'running') return accepted();
      // The confirmation is sent first, so that everything that waited at the gate follows it.
      confirm('resume', 'running', request);
      run.resume();
    }
    propagate(request, key);
    return accepted();
  };

  return {
    handle(request, key) {
      const known = key === undefined ? undefined : replies.get(key);
      if (known) {
        if (known.action !== request.action) return problemResponse('idempotency-conflict');
        return known.reply.make();
      }
      const reply = apply(request, key ?? run.createId());
      if (key !== undefined) replies.set(key, { action: request.action, reply });
      return reply.make();
    },
  };
}
