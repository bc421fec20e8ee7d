import type { Agent } from '@countersign/agent/agent';
import { type Served, serve } from '@countersign/agent/node-server';
import type { CrewConfig } from './config.ts';
import { crewDescriptors, crewSkills, descriptorList } from './descriptors.ts';
import { createEmailTool } from './email-tool/email-tool.ts';
import { createMailboxPage } from './mailbox/mailbox-page.ts';
import { type Mail, startSmtpInbox } from './mailbox/smtp-inbox.ts';
import { createOrchestrator } from './orchestrator/orchestrator.ts';
import { createConfigurator } from './radio/agents/configurator.ts';
import { createMaster } from './radio/agents/master.ts';
import { createRootCause } from './radio/agents/root-cause.ts';
import { createRecommender } from './recommender/recommender.ts';
import { createFindAgents } from './registry/find-agents.ts';
import { createRegistryClient, type RegistryAccess } from './registry/registry-client.ts';
import { serviceOf } from './registry/service-of.ts';
import { type Registration, stayRegistered } from './registry/stay-registered.ts';
import { createExecutor } from './robot/executor/executor.ts';

/** A started part: its address, and how to stop it. */
export interface Started {
  url: string;
  close(): Promise<void>;
}

/** Serves an agent, and keeps it registered while it is served. */
async function serveAgent(agent: Agent, config: CrewConfig, port: number): Promise<Started> {
  const { host, registry } = config;
  const served: Served = await serve(agent.fetch, { port, host });
  const registration = registry === null ? null : register(agent.id, config, registry);
  return {
    url: served.url,
    async close() {
      // First: nobody should find an agent that is about to end.
      await registration?.close();
      await agent.close();
      await served.close();
    },
  };
}

function register(id: string, config: CrewConfig, registry: RegistryAccess): Registration | null {
  const descriptor = descriptorList(config).find((one) => one.id === id);
  if (descriptor === undefined) return null;
  const draft = serviceOf(descriptor, crewSkills[id] ?? []);
  return stayRegistered(draft, createRegistryClient(registry), {
    report: (message) => process.stderr.write(`${message}\n`),
  });
}

export const startRecommender = (config: CrewConfig): Promise<Started> =>
  serveAgent(createRecommender(config), config, config.ports.recommender);

export function startEmailTool(config: CrewConfig): Promise<Started> {
  const { host, ports, tokenDelayMs } = config;
  const agent = createEmailTool({ smtp: { host, port: ports.smtp }, tokenDelayMs });
  return serveAgent(agent, config, ports.emailTool);
}

export function startOrchestrator(config: CrewConfig): Promise<Started> {
  const { recommender, emailTool } = crewDescriptors(config);
  const { followupMs, tokenDelayMs } = config;
  const mailboxUrl = `http://${config.host}:${config.ports.mailbox}/`;
  const agent = createOrchestrator({
    recommender,
    emailTool,
    mailboxUrl,
    followupMs,
    tokenDelayMs,
  });
  return serveAgent(agent, config, config.ports.orchestrator);
}

export const startRootCause = (config: CrewConfig): Promise<Started> =>
  serveAgent(createRootCause(config), config, config.ports.rootCause);

export const startConfigurator = (config: CrewConfig): Promise<Started> =>
  serveAgent(createConfigurator(config), config, config.ports.configuration);

export function startRadioMaster(config: CrewConfig): Promise<Started> {
  const { registry, tokenDelayMs } = config;
  const findAgents = registry === null ? null : createFindAgents(createRegistryClient(registry));
  const agent = createMaster({ findAgents, tokenDelayMs });
  return serveAgent(agent, config, config.ports.radioMaster);
}

export function startExecutor(config: CrewConfig): Promise<Started> {
  const { environment, tokenDelayMs, armLookMs: lookMs } = config;
  const agent = createExecutor({ environment, tokenDelayMs, lookMs });
  return serveAgent(agent, config, config.ports.robotExecutor);
}

/** The SMTP server and the page that shows received mail. */
export async function startMailbox({
  host,
  ports,
  mailFile,
}: CrewConfig): Promise<Started & { mails(): Mail[] }> {
  const inbox = await startSmtpInbox({ host, port: ports.smtp, file: mailFile });
  const page = await serve(createMailboxPage(inbox.mails), { port: ports.mailbox, host });
  return {
    url: page.url,
    mails: inbox.mails,
    async close() {
      await page.close();
      await inbox.close();
    },
  };
}
