import type { Agent } from '@countersign/api/agent';
import { storedReason } from '../../text/statements/stored-reason.ts';
import { csvText } from '../../text/texts.ts';
import { csvOf, csvTime } from '../../ui/csv.ts';
import { isProgram, protocolText } from './agent-facts.tsx';

/** The directory of agents as a table for other programs. */
export const agentsCsv = (agents: readonly Agent[]): string =>
  csvOf(
    csvText.agents,
    agents.map((agent) => {
      const { lastContact: contact } = agent;
      const detail = contact?.detail ?? null;
      return [
        agent.id,
        agent.name,
        protocolText(agent),
        isProgram(agent) ? null : agent.url,
        agent.description,
        csvTime(contact?.at),
        contact === null ? null : String(contact.ok),
        detail === null ? null : storedReason(detail, contact?.statement),
      ];
    }),
  );
