import { systemClock } from '@countersign/agent/clock';
import { serve } from '@countersign/agent/node-server';
import type { CrewConfig } from '../config.ts';
import { createChat } from '../model/chat.ts';
import type { Started } from '../parts.ts';
import { createArm } from './arm/arm.ts';
import { createArmService } from './arm/arm-http.ts';
import { createFormalizer } from './formalizer/formalizer-agent.ts';
import { createGoalServer } from './goal/goal-server.ts';
import { createGoalStore } from './goal/goal-store.ts';

/** A service of the robot as it is registered with an environment, in which agents find it. */
export interface RobotService {
  /** The first part of the labels of what it can do. */
  name: string;
  kind: 'mcp' | 'a2a' | 'utcp' | 'wot';
  /** Where it is, or where its description can be read. */
  url: string;
  /** Native names of what may be called without asking anyone: it moves nothing, or only stops. */
  direct: string[];
  /** What it does acts on the world: each call is confirmed by typing. */
  isActuator: boolean;
}

/** The services of the robot. The arm is described twice, and agents are given one of the two. */
export function robotServices({ host, ports }: Pick<CrewConfig, 'host' | 'ports'>): RobotService[] {
  const at = (port: number, path: string) => `http://${host}:${port}${path}`;
  const spoken = ['tool:set_goal', 'tool:provide_feedback'];
  return [
    {
      ...{ name: 'goal_mcp', kind: 'mcp', url: at(ports.goal, '/mcp') },
      ...{ direct: spoken, isActuator: false },
    },
    {
      ...{ name: 'formalizer', kind: 'a2a', url: at(ports.formalizer, '/') },
      ...{ direct: ['skill:formalize_goal'], isActuator: false },
    },
    {
      ...{ name: 'arm_utcp', kind: 'utcp', url: at(ports.arm, '/utcp') },
      // A method alone is not believed of what moves.
      ...{ direct: ['tool:pose'], isActuator: true },
    },
    {
      ...{ name: 'arm_wot', kind: 'wot', url: at(ports.arm, '/thing') },
      ...{ direct: [], isActuator: true },
    },
    {
      ...{ name: 'arm_safety', kind: 'utcp', url: at(ports.arm, '/safety') },
      ...{ direct: ['tool:stop'], isActuator: false },
    },
  ];
}

/** Starts the arm, the server of goals, and the formalizer. */
export async function startRobotServices(config: CrewConfig): Promise<Pick<Started, 'close'>> {
  const { host, ports, armSpeed, model } = config;
  const goals = createGoalServer(createGoalStore());
  const formalizer = createFormalizer({ chat: model === null ? null : createChat(model) });
  const arm = createArmService(createArm(systemClock, { speed: armSpeed }));
  const served = [
    await serve(arm.fetch, { host, port: ports.arm }),
    await serve(goals.fetch, { host, port: ports.goal }),
    await serve(formalizer.fetch, { host, port: ports.formalizer }),
  ];
  return {
    async close() {
      await goals.close();
      for (const one of served) await one.close();
    },
  };
}
