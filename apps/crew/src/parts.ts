import type { Agent } from '@countersign/agent/agent';
import { type Served, serve } from '@countersign/agent/node-server';
import type { CrewConfig } from './config.ts';
import { crewDescriptors } from './descriptors.ts';
import { createEmailTool } from './email-tool/email-tool.ts';
import { createMailboxPage } from './mailbox/mailbox-page.ts';
import { type Mail, startSmtpInbox } from './mailbox/smtp-inbox.ts';
import { createOrchestrator } from './orchestrator/orchestrator.ts';
import { createConfigurator } from './radio/agents/configurator.ts';
import { createMaster } from './radio/agents/master.ts';
import { createRootCause } from './radio/agents/root-cause.ts';
import { createRecommender } from './recommender/recommender.ts';

/** A started part: its address, and how to stop it. */
export interface Started {
  url: string;
  close(): Promise<void>;
}

async function serveAgent(agent: Agent, host: string, port: number): Promise<Started> {
  const served: Served = await serve(agent.fetch, { port, host });
  return {
    url: served.url,
    async close() {
      await agent.close();
      await served.close();
    },
  };
}

export const startRecommender = (config: CrewConfig): Promise<Started> =>
  serveAgent(createRecommender(config), config.host, config.ports.recommender);

export function startEmailTool({ host, ports, tokenDelayMs }: CrewConfig): Promise<Started> {
  const agent = createEmailTool({ smtp: { host, port: ports.smtp }, tokenDelayMs });
  return serveAgent(agent, host, ports.emailTool);
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
  return serveAgent(agent, config.host, config.ports.orchestrator);
}

export const startRootCause = ({ host, ports, tokenDelayMs }: CrewConfig): Promise<Started> =>
  serveAgent(createRootCause({ tokenDelayMs }), host, ports.rootCause);

export const startConfigurator = (config: CrewConfig): Promise<Started> =>
  serveAgent(createConfigurator(config), config.host, config.ports.configuration);

export function startRadioMaster(config: CrewConfig): Promise<Started> {
  const { rootCause, configuration } = crewDescriptors(config);
  const agent = createMaster({ rootCause, configuration, tokenDelayMs: config.tokenDelayMs });
  return serveAgent(agent, config.host, config.ports.radioMaster);
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
