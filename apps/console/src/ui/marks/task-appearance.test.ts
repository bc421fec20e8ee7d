import { describe, expect, it } from 'vitest';
import { faceOf, type StatusInput } from './task-appearance.ts';

const finished: StatusInput = { runStatus: 'finished', state: null, blocking: 0, followup: 0 };

describe('the face of a task', () => {
  it.each<[Partial<StatusInput>, string]>([
    [{ blocking: 1, runStatus: 'failed' }, 'need'],
    [{ runStatus: 'lost' }, 'fail'],
    [{ runStatus: 'held' }, 'hold'],
    [{ runStatus: 'running', state: 'waiting' }, 'wait'],
    [{ runStatus: 'running', state: 'failed' }, 'run'],
    [{ followup: 1 }, 'offer'],
    [{ state: 'failed' }, 'fail'],
    [{ state: 'failed', runStatus: 'stopped' }, 'off'],
    [{ runStatus: 'stopped' }, 'off'],
    [{ state: 'cancelled' }, 'off'],
    [{ state: 'cancelled', followup: 1 }, 'offer'],
    [{ state: 'completed' }, 'done'],
    [{ state: 'completed', rejected: true }, 'off'],
    [{ state: 'failed', rejected: true }, 'fail'],
    [{ runStatus: 'running', rejected: true }, 'run'],
    [{ runStatus: 'running', state: 'needsHumanDecision', unanswered: true }, 'wait'],
    [{ runStatus: 'finished', state: 'needsHumanDecision', unanswered: true }, 'wait'],
    [{ runStatus: 'running', state: 'submitted', unanswered: true }, 'run'],
    [{ runStatus: 'failed', state: 'needsHumanDecision', unanswered: true }, 'fail'],
    [{ runStatus: 'running', state: 'needsHumanDecision' }, 'run'],
  ])('%j is %s', (statusInput, face) => expect(faceOf({ ...finished, ...statusInput })).toBe(face));
});
