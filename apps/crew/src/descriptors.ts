import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import type { CrewConfig } from './config.ts';
import { masterDescription } from './radio/agents/master.ts';
import { radioInputForm } from './radio/agents/read-request.ts';
import type { AgentSkill } from './registry/service-of.ts';
import { executorDescription } from './robot/executor/executor.ts';
import { goalInputForm } from './robot/executor/goal-request.ts';

/** The example omits the place of work on purpose, so that the agent has to ask. */
export const orchestratorDescription =
  'Shortlists freelancers for a role and invites the ones you choose. Example: “Senior React contractor for Payments UI, TypeScript, up to 105 EUR, from 7 December, hybrid 2 days”';

/** The agents called by the leaders of the two crews. */
const ledBy: ReadonlySet<string> = new Set([
  'recommender',
  'email-tool',
  'root-cause',
  'configuration',
]);

/** The addresses of the crew's agents; their capabilities are the same (packages/agent). */
export function crewDescriptors({ host, ports }: Pick<CrewConfig, 'host' | 'ports'>) {
  const at = (id: string, name: string, port: number, description: string) => {
    const base = `http://${host}:${port}`;
    return {
      id,
      name,
      startedBy: ledBy.has(id) ? 'agents' : 'people',
      protocol: 'hai',
      url: `${base}/`,
      description,
      control: { url: `${base}/control`, actions: ['pause', 'resume', 'stop', 'status'] },
      feedback: { url: `${base}/feedback` },
    } satisfies AgentDescriptor;
  };
  return {
    orchestrator: at('orchestrator', 'Orchestrator', ports.orchestrator, orchestratorDescription),
    recommender: at(
      'recommender',
      'Freelancer Recommender',
      ports.recommender,
      'Finds and ranks freelancers by skills, rate, journey and start, out of a pool of 320.',
    ),
    emailTool: at(
      'email-tool',
      'Email Tool',
      ports.emailTool,
      'Sends mail by SMTP, once per person and task.',
    ),
    radioMaster: {
      ...at('radio-master', 'Radio Master', ports.radioMaster, masterDescription),
      inputSchema: radioInputForm,
    },
    rootCause: at(
      'root-cause',
      'Root Cause',
      ports.rootCause,
      'Finds out why a radio cell got slower.',
    ),
    configuration: at(
      'configuration',
      'Configuration',
      ports.configuration,
      'Plans physical cell identities and changes them cell by cell.',
    ),
    robotExecutor: {
      ...at('robot-executor', 'Robot Executor', ports.robotExecutor, executorDescription),
      inputSchema: goalInputForm,
    },
  };
}

/** The same as a list, in the format of `COUNTERSIGN_AGENTS`. */
export const descriptorList = (config: Pick<CrewConfig, 'host' | 'ports'>): AgentDescriptor[] =>
  Object.values(crewDescriptors(config));

/** What each agent can do, for those who search for it. */
export const crewSkills: Readonly<Record<string, readonly AgentSkill[]>> = {
  orchestrator: [
    {
      id: 'invite-freelancers',
      name: 'Shortlist and invite freelancers',
      description: 'Shortlists freelancers for a role and invites the ones that a person chooses.',
      tags: ['hiring', 'freelancer'],
    },
  ],
  recommender: [
    {
      id: 'rank-freelancers',
      name: 'Find and rank freelancers',
      description:
        'Finds freelancers for a brief and ranks them by skills, rate, journey and start.',
      tags: ['hiring', 'ranking'],
    },
  ],
  'email-tool': [
    {
      id: 'send-mail',
      name: 'Send mail',
      description: 'Sends one mail per person and task by SMTP.',
      tags: ['mail', 'smtp'],
    },
  ],
  'radio-master': [
    {
      id: 'correct-cell',
      name: 'Correct a slow radio cell',
      description: 'Has the cause found, asks a person to decide on a change, and has it made.',
      tags: ['radio', 'incident'],
    },
  ],
  'root-cause': [
    {
      id: 'root-cause',
      name: 'Root cause of a slow radio cell',
      description:
        'Finds out why a cell got slower, from figures, neighbours and the log of changes.',
      tags: ['radio', 'analysis'],
    },
  ],
  configuration: [
    {
      id: 'cell-identities',
      name: 'Plan and change physical cell identities',
      description: 'Plans identities (PCI) by graph colouring, and changes them cell by cell.',
      tags: ['radio', 'PCI', 'configuration'],
    },
  ],
  'robot-executor': [
    {
      id: 'pursue-goal',
      name: 'Bring a robot arm to a goal',
      description:
        'Makes a goal in natural language formal, has a person approve the movements, and moves the arm.',
      tags: ['robot', 'goal'],
    },
  ],
};
