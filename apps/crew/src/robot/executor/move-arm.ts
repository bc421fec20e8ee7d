import type { MessageWriter } from '@countersign/agent/message-writer';
import type { RunContext } from '@countersign/agent/run-context';
import type { RobotText } from '../../words/robot-text.ts';
import type { Choice } from './choose.ts';
import type { Followed, Follower } from './follow.ts';
import { isMoving, type Pose, poseFigure, readPose } from './pose.ts';
import { changeRobot } from './robot-state.ts';

/** What the work needs besides the run. */
export interface Pursuit {
  follower: Follower;
  words: RobotText['executor'];
  /** null = the one that is set already. */
  goal: string | null;
  tokenDelayMs: number;
  lookMs: number;
}

type Failure = Exclude<Followed, { state: 'done' }>;

export type Moved = { ok: true; before: Pose; after: Pose } | { ok: false; failure: Failure };

/** An arm that does not come to rest is not waited for longer. */
const maxLooks = 600;

/**
 * Has orders carried out one after the other, and draws the arm while it moves. How to stop it is found before it moves: if the task
 * is stopped there is no time to look for it.
 */
export async function moveArm(
  context: RunContext,
  pursuit: Pursuit,
  orders: readonly string[],
): Promise<Moved> {
  const { follower, words } = pursuit;
  const brake = await follower.find('stop', { main: null });
  const eye = await follower.find('watch', { main: null });
  const writer = await context.message();
  const seen = await lookReleased(context, { pursuit, eye, writer });
  if ('failure' in seen) return { ok: false, failure: seen.failure };
  let after = seen.pose;
  try {
    for (const [index, order] of orders.entries()) {
      await context.say(words.orders(order, index + 1, orders.length));
      const operation = await follower.find('operate', { main: order });
      follower.guardBy(brake, false);
      const done = await follower.call(operation);
      if (done.state !== 'done') return { ok: false, failure: done };
      follower.guardBy(brake, true);
      const still = await context.tool(eye.affordance.label, { until: 'still' }, () =>
        untilStill(context, { pursuit, eye, writer }),
      );
      follower.guardBy(null, false);
      if ('failure' in still) return { ok: false, failure: still.failure };
      after = still.pose;
    }
  } finally {
    await writer.end();
  }
  return { ok: true, before: seen.pose, after };
}

interface Looking {
  pursuit: Pursuit;
  eye: Choice;
  writer: MessageWriter;
}
type Seen = { pose: Pose } | { failure: Failure };

/** Looks at the arm, and draws it. */
async function look(context: RunContext, { pursuit, eye, writer }: Looking): Promise<Seen> {
  const { follower, words } = pursuit;
  const read = await follower.read(eye);
  if (read.state !== 'done') return { failure: read };
  const pose = readPose(read.result);
  const { label } = eye.affordance;
  if (pose === null) return { failure: { state: 'failed', label, reason: words.noPose } };
  const title = words.poseTitle(pose.reach, pose.bearing, pose.state);
  await writer.output(
    poseFigure(pose, { id: `${writer.messageId}-arm`, title, names: words.parts }),
    { blockId: `${writer.messageId}-arm` },
  );
  await changeRobot(context, (state) => {
    state.pose = { state: pose.state, reach: pose.reach, bearing: pose.bearing };
  });
  return { pose };
}

const faultOf = ({ fault }: Pose): string | null =>
  typeof fault === 'string' && fault !== '' ? fault : null;

/** Looks at the arm; if it is held since an earlier fault, it is released first. */
async function lookReleased(context: RunContext, looking: Looking): Promise<Seen> {
  const { follower, words } = looking.pursuit;
  const seen = await look(context, looking);
  const fault = 'pose' in seen ? faultOf(seen.pose) : null;
  if (fault === null) return seen;
  await context.say(words.isHeld(fault));
  const released = await follower.call(await follower.find('release', { main: null }));
  return released.state === 'done' ? look(context, looking) : { failure: released };
}

async function untilStill(context: RunContext, looking: Looking): Promise<Seen> {
  const { words, lookMs } = looking.pursuit;
  const { label } = looking.eye.affordance;
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const seen = await look(context, looking);
    if ('failure' in seen) return seen;
    const fault = faultOf(seen.pose);
    if (fault !== null) return { failure: { state: 'failed', label, reason: fault } };
    if (!isMoving(seen.pose)) return seen;
    await context.sleep(lookMs);
  }
  return { failure: { state: 'unknown', label, reason: words.notStill } };
}
