import type { CrewConfig } from './config.ts';
import { descriptorList } from './descriptors.ts';
import {
  startConfigurator,
  startEmailTool,
  startExecutor,
  startMailbox,
  startOrchestrator,
  startRadioMaster,
  startRecommender,
  startRootCause,
} from './parts.ts';
import { robotServices, startRobotServices } from './robot/robot-services.ts';

/** Starts the whole crew in one process: seven agents on seven servers, the services of the robot, the SMTP server, the mailbox page. */
export async function startCrew(config: CrewConfig) {
  const mailbox = await startMailbox(config);
  const robot = await startRobotServices(config);
  const agents = [
    await startRecommender(config),
    await startEmailTool(config),
    await startOrchestrator(config),
    await startRootCause(config),
    await startConfigurator(config),
    await startRadioMaster(config),
    await startExecutor(config),
  ];
  return {
    agents: descriptorList(config),
    services: robotServices(config),
    mailbox: `${mailbox.url}/`,
    mails: mailbox.mails,
    async close() {
      // Callers first: they stop the agents they called.
      for (const agent of agents.toReversed()) await agent.close();
      await robot.close();
      await mailbox.close();
    },
  };
}
