import type { Clock } from '@countersign/agent/clock';
import { type Movement, writeMovement } from '../formal-goal.ts';
import {
  type Joints,
  jointsAt,
  leastReach,
  mostReach,
  type Point,
  type Polar,
  pointsAt,
  type Zone,
} from './geometry.ts';
import { type Motion, type Obstacle, placeAlong, planMovement, planTo } from './plan-motion.ts';

/** - `stalled`: a motor did not follow. `stopped`: by the emergency stop. Both hold the arm until it is reset. */
export type ArmState = 'idle' | 'moving' | 'stalled' | 'stopped';

/** What the arm says of itself. Centimetres and degrees, with two decimals. */
export interface ArmReading {
  state: ArmState;
  /** Why it cannot continue; null = it can. */
  fault: string | null;
  /** What it does, or did last; null = nothing yet. */
  operation: string | null;
  reach: number;
  bearing: number;
  tool: Point;
  elbow: Point;
  joints: Joints;
  /** How far the tool reaches. */
  reaches: { least: number; most: number };
  zones: readonly Zone[];
}

/** Why an order is not carried out. Nothing has moved. */
export interface Refusal {
  code: Obstacle['code'] | 'busy' | 'held';
  detail: string;
}

export type Ordered =
  | { ok: true; operation: string; from: Polar; to: Polar; durationMs: number }
  | { ok: false; refusal: Refusal };

/** A simulated arm of two links, seen from above. It moves with time: its pose is computed from the clock when it is asked for. */
export interface Arm {
  read(): ArmReading;
  /** Begins a movement; it ends by itself. */
  move(movement: Movement): Ordered;
  /** Begins to move to where it was at first. */
  initialize(): Ordered;
  /** Stops at once, wherever it is. */
  stop(): ArmReading;
  /** Releases it after it was stopped or has stalled; it continues from its position. */
  reset(): ArmReading;
  /** In the next motion the elbow's motor stalls halfway. */
  stallNext(): void;
}

/** Not at its base: a movement from there would not be one. */
const home: Polar = { reach: 30, bearing: 0 };

export const workshopZones: readonly Zone[] = [
  { name: 'pillar', center: { x: -20, y: 38 }, radiusCm: 8 },
];

interface Running extends Motion {
  startedAt: number;
  /** The share of the way after which the motor stalls; null = it does not. */
  stallsAt: number | null;
}

/** @param speed How many times as fast as its motors are: for tests. */
export function createArm(
  clock: Pick<Clock, 'now'>,
  { speed = 1, zones = workshopZones }: { speed?: number; zones?: readonly Zone[] } = {},
): Arm {
  let place = home;
  let held: { state: 'stalled' | 'stopped'; fault: string } | null = null;
  let running: Running | null = null;
  let operation: string | null = null;
  let willStall = false;

  /** Brings the pose up to the present time. */
  const settle = () => {
    if (running === null) return;
    const { stallsAt, startedAt, durationMs } = running;
    const share = durationMs === 0 ? 1 : (clock.now() - startedAt) / durationMs;
    const end = stallsAt ?? 1;
    place = placeAlong(running, Math.min(end, Math.max(0, share)));
    if (share < end) return;
    running = null;
    if (stallsAt !== null) {
      held = { state: 'stalled', fault: 'The motor of the elbow stalled. Reset the arm.' };
    }
  };

  const refused = (code: Refusal['code'], detail: string): Ordered => ({
    ok: false,
    refusal: { code, detail },
  });
  const begin = (name: string, plan: (from: Polar) => Motion | Obstacle): Ordered => {
    settle();
    if (held !== null) return refused('held', held.fault);
    if (running !== null) return refused('busy', `The arm is still at ${operation ?? 'work'}.`);
    const planned = plan(place);
    if ('code' in planned) return { ok: false, refusal: planned };
    const durationMs = Math.ceil(planned.durationMs / speed);
    running = {
      ...{ ...planned, durationMs },
      startedAt: clock.now(),
      stallsAt: willStall ? 0.5 : null,
    };
    willStall = false;
    operation = name;
    return { ok: true, operation, from: planned.from, to: planned.to, durationMs };
  };

  const read = (): ArmReading => {
    settle();
    const joints = jointsAt(place);
    if (joints === null) throw new Error('The arm is where it cannot be');
    const [, elbow, tool] = pointsAt(joints);
    return {
      state: held?.state ?? (running === null ? 'idle' : 'moving'),
      ...{ fault: held?.fault ?? null, operation },
      ...{ reach: rounded(place.reach), bearing: rounded(place.bearing) },
      ...{ tool: roundedPoint(tool), elbow: roundedPoint(elbow) },
      joints: { shoulder: rounded(joints.shoulder), elbow: rounded(joints.elbow) },
      reaches: { least: rounded(leastReach), most: rounded(mostReach) },
      zones,
    };
  };

  return {
    read,
    move: (movement) =>
      begin(writeMovement(movement), (from) => planMovement(from, movement, zones)),
    initialize: () => begin('initialize', (from) => planTo(from, home, zones)),
    stop() {
      settle();
      running = null;
      held = { state: 'stopped', fault: 'The emergency stop was pressed. Reset the arm.' };
      return read();
    },
    reset() {
      settle();
      held = null;
      return read();
    },
    stallNext() {
      willStall = true;
    },
  };
}

const rounded = (value: number): number => Number(value.toFixed(2)) + 0;
const roundedPoint = ({ x, y }: Point): Point => ({ x: rounded(x), y: rounded(y) });
