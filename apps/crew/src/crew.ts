import type { CrewConfig } from './config.ts';
import { descriptorList } from './descriptors.ts';
import { startEmailTool, startMailbox, startOrchestrator, startRecommender } from './parts.ts';

/** Starts the whole crew in one process: three agents on three servers, the SMTP server, the mailbox page. */
export async function startCrew(config: CrewConfig) {
  const mailbox = await startMailbox(config);
  const agents = [
    await startRecommender(config),
    await startEmailTool(config),
    await startOrchestrator(config),
  ];
  return {
    agents: descriptorList(config),
    mailbox: `${mailbox.url}/`,
    mails: mailbox.mails,
    async close() {
      // The orchestrator first: it stops the agents it has called.
      for (const agent of agents.toReversed()) await agent.close();
      await mailbox.close();
    },
  };
}
