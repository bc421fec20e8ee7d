import type { Movement } from '../formal-goal.ts';
import {
  entersZone,
  type Joints,
  jointLimits,
  jointSpeeds,
  jointsAt,
  leastReach,
  mostReach,
  type Polar,
  pointsAt,
  type Zone,
} from './geometry.ts';

/** A path of the tool from one place to another; reach and bearing change evenly. */
export interface Motion {
  from: Polar;
  to: Polar;
  /** As long as the slowest joint needs. */
  durationMs: number;
}

/** Why a movement is not made. */
export interface Obstacle {
  code: 'out-of-reach' | 'joint-limit' | 'zone';
  /** In English: the arm is read by programs. */
  detail: string;
}

/** The speed of the tool, at most: centimetres and degrees per second. */
const toolSpeed = { reach: 5, bearing: 25 };
/** The way is looked at in steps of this size. */
const stepCm = 0.25;
const stepDegrees = 0.5;

export const placeAlong = ({ from, to }: Pick<Motion, 'from' | 'to'>, share: number): Polar => ({
  reach: from.reach + (to.reach - from.reach) * share,
  bearing: from.bearing + (to.bearing - from.bearing) * share,
});

/** Plans a movement, or says what is in its way. The whole way is looked at before anything moves. */
export function planMovement(
  from: Polar,
  { name, amount }: Movement,
  zones: readonly Zone[],
): Motion | Obstacle {
  const to =
    name === 'move'
      ? { ...from, reach: from.reach + amount }
      : { ...from, bearing: from.bearing + amount };
  return planTo(from, to, zones);
}

export function planTo(from: Polar, to: Polar, zones: readonly Zone[]): Motion | Obstacle {
  const across = Math.abs(to.reach - from.reach);
  const around = Math.abs(to.bearing - from.bearing);
  const steps = Math.max(1, Math.ceil(Math.max(across / stepCm, around / stepDegrees)));
  let slowestMs = Math.max(across / toolSpeed.reach, around / toolSpeed.bearing) * 1000;
  let before: Joints | null = null;
  for (let step = 0; step <= steps; step += 1) {
    const joints = jointsAt(placeAlong({ from, to }, step / steps));
    const obstacle = joints === null ? tooFar(to) : obstacleAt(joints, to, zones);
    if (obstacle !== null) return obstacle;
    if (before !== null && joints !== null) {
      slowestMs = Math.max(slowestMs, stepMs(before, joints) * steps);
    }
    before = joints;
  }
  return { from, to, durationMs: Math.ceil(slowestMs) };
}

/** What the slower joint needs for a step. */
const stepMs = (before: Joints, after: Joints): number =>
  Math.max(
    Math.abs(after.shoulder - before.shoulder) / jointSpeeds.shoulder,
    Math.abs(after.elbow - before.elbow) / jointSpeeds.elbow,
  ) * 1000;

const tooFar = (to: Polar): Obstacle => ({
  code: 'out-of-reach',
  detail: `The tool would be ${to.reach.toFixed(1)} cm from the base; it reaches from ${leastReach.toFixed(1)} to ${mostReach.toFixed(1)} cm.`,
});

/** Beyond this much, a joint is over its limit: sums of degrees are not exact. */
const slack = 1e-6;

function obstacleAt(joints: Joints, to: Polar, zones: readonly Zone[]): Obstacle | null {
  const { elbow, shoulder } = jointLimits;
  // The elbow alone decides how far the tool is from the base.
  if (joints.elbow < elbow.least - slack || joints.elbow > elbow.most + slack) return tooFar(to);
  if (joints.shoulder < shoulder.least - slack || joints.shoulder > shoulder.most + slack) {
    return {
      code: 'joint-limit',
      detail: `The shoulder would have to turn beyond ${joints.shoulder < 0 ? shoulder.least : shoulder.most} degrees.`,
    };
  }
  const [base, middle, tool] = pointsAt(joints);
  const zone = zones.find((one) => entersZone(base, middle, one) || entersZone(middle, tool, one));
  return zone === undefined
    ? null
    : { code: 'zone', detail: `On its way the arm would enter the zone “${zone.name}”.` };
}
