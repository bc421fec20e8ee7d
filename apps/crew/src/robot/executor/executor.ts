import { type Agent, createAgent } from '@countersign/agent/agent';
import type { RunContext } from '@countersign/agent/run-context';
import { robotTextFor } from '../../words/robot-text.ts';
import { connectEnvironment, createTurns, type EnvironmentAccess } from './environment.ts';
import { createFollower, NothingRecommended } from './follow.ts';
import { goalInputForm, readGoalRequest } from './goal-request.ts';
import { pursue } from './pursue.ts';
import { changeRobot, stepIds } from './robot-state.ts';

export interface ExecutorParts {
  /** null = none is configured. */
  environment: EnvironmentAccess | null;
  tokenDelayMs: number;
  /** How often a moving arm is looked at. */
  lookMs: number;
}

const executorId = 'robot-executor';

export const executorDescription =
  'Brings a robot arm to a goal in your words, by what its environment recommends. Example: “Move out by 10 cm, then turn 30 degrees to the left”';

/** The executor: it knows only its profile, and follows what the environment recommends from the goal to the feedback. */
export function createExecutor(parts: ExecutorParts): Agent {
  const inTurn = createTurns();
  return createAgent({
    id: executorId,
    name: 'Robot Executor',
    description: executorDescription,
    inputSchema: goalInputForm,
    run: (context) => work(context, parts, inTurn),
  });
}

async function work(
  context: RunContext,
  { environment: access, tokenDelayMs, lookMs }: ExecutorParts,
  inTurn: ReturnType<typeof createTurns>,
): Promise<unknown> {
  const words = robotTextFor(context.language).executor;
  const request = readGoalRequest(context.input.forwardedProps?.['input'], context.userText);
  await context.upformat({ state: 'submitted', explanation: words.taken });
  const failed = (explanation: string) => context.upformat({ state: 'failed', explanation });
  if (access === null) return failed(words.noEnvironment);
  await changeRobot(context, (state) => {
    state.workflowItems = stepIds.map((id) => ({
      ...{ id, name: words.steps[id], agent: executorId },
      status: 'waiting',
    }));
  });
  const environment = await connectEnvironment(access, executorId, inTurn).catch(
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  if (environment instanceof Error) return failed(words.environmentAway(environment.message));
  const unwanted = request.description === 'utcp' ? 'wot' : 'utcp';
  const follower = createFollower(context, { environment, unwanted, words });
  try {
    return await pursue(context, { follower, words, goal: request.goal, tokenDelayMs, lookMs });
  } catch (error) {
    if (context.signal.aborted) await follower.giveUp().catch(() => {});
    if (!(error instanceof NothingRecommended)) throw error;
    return failed(error.message);
  } finally {
    await environment.close().catch(() => {});
  }
}
