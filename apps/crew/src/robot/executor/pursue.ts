import type { RunContext } from '@countersign/agent/run-context';
import { isObject } from '@countersign/json/json-object';
import { z } from 'zod';
import { createTokenWriter } from '../../token-writer.ts';
import type { Followed } from './follow.ts';
import { moveArm, type Pursuit } from './move-arm.ts';
import type { Pose } from './pose.ts';
import { changeRobot, mark } from './robot-state.ts';

/** The text of what a service returned: of a text itself, of an answer of an agent or a list of contents its parts. */
function textIn(result: unknown): string {
  if (typeof result === 'string') return result.trim();
  if (Array.isArray(result)) return result.map(textIn).filter(isFilled).join('\n');
  if (!isObject(result)) return '';
  const { text, resource, contents, content } = result;
  return [text, resource, contents, content].map(textIn).find(isFilled) ?? '';
}

const isFilled = (text: string): boolean => text !== '';

/** The orders of a formal goal, which are carried out one after the other. */
const ordersIn = (formalGoal: string): string[] =>
  formalGoal
    .split(/[;\n]/)
    .map((order) => order.trim())
    .filter(isFilled);

/** Why a goal was not reached. `again`: another goal may be. */
interface Trouble {
  reason: string;
  kind: 'again' | 'rejected' | 'broken';
}
type Step<T> = { ok: true; value: T } | { ok: false; trouble: Trouble };

/** A person may word a goal so often. */
const maxGoals = 5;

/** From the goal to the feedback. */
export async function pursue(context: RunContext, pursuit: Pursuit): Promise<unknown> {
  const { words } = pursuit;
  let { goal } = pursuit;
  for (let round = 1; ; round += 1) {
    const done = await reach(context, pursuit, goal);
    if (done.ok) return sumUp(context, pursuit, done.value);
    const { reason, kind } = done.trouble;
    if (kind !== 'again' || round === maxGoals) {
      const state = kind === 'rejected' ? 'cancelled' : 'failed';
      await context.upformat({ state, explanation: reason });
      return { reached: false };
    }
    goal = await otherGoal(context, { reason, words, goal });
    if (goal === null) {
      await context.upformat({ state: 'cancelled', explanation: words.givenUp });
      return { reached: false };
    }
  }
}

interface Reached {
  goal: string;
  formalGoal: string;
  before: Pose;
  after: Pose;
  /** The goal is no longer set. */
  isCleared: boolean;
}

async function reach(
  context: RunContext,
  pursuit: Pursuit,
  given: string | null,
): Promise<Step<Reached>> {
  const { follower, words } = pursuit;
  await mark(context, 'goal', 'running');
  const goal = await theGoal(pursuit, given);
  if (!goal.ok) return goal;
  await changeRobot(context, (state) => {
    state.goal = goal.value;
  });
  const begun = await tell(pursuit, { achieved: false, feedback: words.begun });
  if (!begun.ok) return begun;
  await mark(context, 'goal', 'done');

  await mark(context, 'formal', 'running');
  const formal = await follower.call(await follower.find('formalize', { main: goal.value }));
  const formalGoal = formal.state === 'done' ? textIn(formal.result) : '';
  if (formal.state !== 'done' || formalGoal === '') {
    await mark(context, 'formal', 'failed');
    const trouble =
      formal.state === 'done'
        ? { reason: words.noFormalGoal, kind: 'again' as const }
        : troubleOf(formal, words);
    return unreached(pursuit, trouble);
  }
  await changeRobot(context, (state) => {
    state.formalGoal = formalGoal;
  });
  await mark(context, 'formal', 'done');

  await mark(context, 'move', 'running');
  const moved = await moveArm(context, pursuit, ordersIn(formalGoal));
  if (!moved.ok) {
    await mark(context, 'move', moved.failure.state === 'rejected' ? 'cancelled' : 'failed');
    return unreached(pursuit, troubleOf(moved.failure, words));
  }
  await mark(context, 'move', 'done');

  await mark(context, 'tell', 'running');
  const { before, after } = moved;
  const sent = await tell(pursuit, {
    achieved: true,
    feedback: words.reached(formalGoal, after.reach, after.bearing),
  });
  if (!sent.ok) return sent;
  const left = await follower.call(await follower.find('read', { main: null }));
  const isCleared = left.state === 'done' && textIn(left.result) !== goal.value;
  await mark(context, 'tell', isCleared ? 'done' : 'failed');
  return { ok: true, value: { goal: goal.value, formalGoal, before, after, isCleared } };
}

const trouble = (kind: Trouble['kind'], reason: string): { ok: false; trouble: Trouble } => ({
  ok: false,
  trouble: { kind, reason },
});

function troubleOf(
  { state, label, reason }: Exclude<Followed, { state: 'done' }>,
  words: Pursuit['words'],
): Trouble {
  if (state === 'rejected') return { kind: 'rejected', reason: words.rejected(label, reason) };
  if (state === 'unknown') return { kind: 'broken', reason: words.broke(label, reason) };
  return { kind: 'again', reason: words.refused(label, reason) };
}

/** Sets the goal, if there is a new one, and reads it: it is what was set, and others may have set it. */
async function theGoal({ follower, words }: Pursuit, given: string | null): Promise<Step<string>> {
  if (given !== null) {
    const named = { goal: given };
    const set = await follower.call(await follower.find('set', { main: given, named }));
    if (set.state !== 'done') return { ok: false, trouble: troubleOf(set, words) };
  }
  const read = await follower.call(await follower.find('read', { main: null }));
  if (read.state !== 'done') return { ok: false, trouble: troubleOf(read, words) };
  const goal = textIn(read.result);
  return goal === '' ? trouble('again', words.noGoal) : { ok: true, value: goal };
}

/** Feedback to the person whose goal it is. */
async function tell(
  { follower, words }: Pursuit,
  said: { achieved: boolean; feedback: string },
): Promise<Step<null>> {
  const known = { main: said.feedback, named: said };
  const sent = await follower.call(await follower.find('feedback', known));
  return sent.state === 'done'
    ? { ok: true, value: null }
    : { ok: false, trouble: troubleOf(sent, words) };
}

/** Says that it was not reached. That it could not be said either changes nothing. */
async function unreached(pursuit: Pursuit, cause: Trouble): Promise<Step<never>> {
  await tell(pursuit, { achieved: false, feedback: cause.reason });
  return { ok: false, trouble: cause };
}

/** Asks for a goal that is possible; null = there is none. */
async function otherGoal(
  context: RunContext,
  { reason, words, goal }: { reason: string; words: Pursuit['words']; goal: string | null },
): Promise<string | null> {
  const { outcome } = await context.ask({
    ask: words.otherGoalAsk,
    explanation: reason,
    severity: 'major',
    schema: z.object({
      goal: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .meta({ title: words.goal, description: words.goalExample }),
    }),
    payload: { goal: goal ?? '' },
    upPrompt: { allowed: ['edit', 'reject', 'instruction'] },
  });
  if (outcome.type === 'edit') return outcome.value.goal;
  return outcome.type === 'instruction' ? outcome.text.trim() || null : null;
}

async function sumUp(
  context: RunContext,
  { words, tokenDelayMs }: Pursuit,
  { goal, formalGoal, before, after, isCleared }: Reached,
): Promise<unknown> {
  const writer = await context.message();
  const speech = createTokenWriter(context, tokenDelayMs);
  await speech.write(writer, words.done(goal, formalGoal, isCleared));
  await writer.output({
    type: 'table',
    columns: [...words.columns],
    rows: [
      [words.reach, before.reach, after.reach],
      [words.bearing, before.bearing, after.bearing],
    ],
  });
  await writer.end();
  await context.upformat({
    state: 'completed',
    explanation: words.reached(formalGoal, after.reach, after.bearing),
    payload: {
      ...{ goal, formalGoal, isCleared },
      before: { reach: before.reach, bearing: before.bearing },
      after: { reach: after.reach, bearing: after.bearing },
    },
  });
  return { reached: true };
}
