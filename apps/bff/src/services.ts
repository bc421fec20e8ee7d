import { createSecretBox, noticingSecrets } from './agents/secrets.ts';
import { publishFinalCounts } from './controls/final-counts.ts';
import { createLeaseTimer } from './decisions/claim-timer.ts';
import { createLoadSchema, type LoadSchema } from './decisions/load-schema.ts';
import { createSafeFetch } from './http/safe-fetch.ts';
import { startPruner } from './journal/pruner.ts';
import { createMcpClients, type McpClients } from './mcp/clients.ts';
import { createMcpQuestions, type McpQuestions } from './mcp/questions.ts';
import { type Auth, createAuth } from './operators/auth.ts';
import { onStoreBack } from './services/after-outage.ts';
import { type AgentServices, createAgentServices } from './services/agents.ts';
import { type BrowserServices, createBrowserServices } from './services/browsers.ts';
import type { ServiceOptions } from './services/options.ts';
import { openStore, type StoreServices } from './services/store.ts';
import { createUnattended, type UnattendedServices } from './services/unattended.ts';
import { isDamage } from './store/damage.ts';
import { createServiceRegistry, type ServiceRegistry } from './uap/service-registry.ts';

/** The server without its HTTP interface. */
export interface Services
  extends Pick<StoreServices, 'clock' | 'journal' | 'snapshots'>,
    AgentServices,
    Pick<UnattendedServices, 'timers' | 'editChecks' | 'tryRule' | 'webhooks'>,
    Pick<BrowserServices, 'hub' | 'presence'> {
  createId: () => string;
  random: () => number;
  /** Resolves when the rules have been tried on all questions received so far. */
  rulesIdle: () => Promise<void>;
  loadSchema: LoadSchema;
  auth: Auth;
  mcpClients: McpClients;
  mcpQuestions: McpQuestions;
  /** Where agents are found by what they can do. */
  serviceRegistry: ServiceRegistry;
  /** Releases the agents, finishes pending writes, closes the store. */
  close(): Promise<void>;
}

/** Opens the store and resumes what was active when the last server ended. */
export async function startServices(options: ServiceOptions): Promise<Services> {
  const { createId, random, token, signInCode, schemaAllow: allowed = [] } = options;
  const store = await openStore(options);
  const { clock, journal, snapshots } = store;
  const secrets = noticingSecrets(createSecretBox(options.secretKey), options.keepSecret);
  const agents = await createAgentServices(options, store, secrets);
  const unattended = createUnattended(options, store, agents, secrets);
  const { conditionCheck, ruleAnswering, ...asked } = unattended;
  const browsers = createBrowserServices(store);
  const mcpQuestions = createMcpQuestions({ ...store, createId });
  const serviceRegistry = createServiceRegistry(store);
  const stopUpkeep = startUpkeep(store, { ...agents, ...unattended, ...browsers });
  await takeUp(store, agents, unattended, { mcpQuestions, serviceRegistry });
  const { runs, controls } = agents;
  const stopTakingUp = onStoreBack(store, {
    'runs that were not connected': runs.startMissed,
    controls: controls.recover,
    'registered services': serviceRegistry.settleDoubts,
  });

  return {
    ...{ clock, createId, random, journal, snapshots },
    ...agents,
    ...asked,
    ...browsers,
    rulesIdle: ruleAnswering.idle,
    loadSchema: createLoadSchema(createSafeFetch({ clock, allowed })),
    mcpClients: createMcpClients({ journal, clock, createId, report: store.report }),
    mcpQuestions,
    serviceRegistry,
    auth: createAuth({
      ...{ journal, clock, token, signInCode },
      registrantToken: options.registrantToken,
    }),
    async close() {
      // Operations that wait for a store that is not writable must not keep the server from ending.
      journal.hurry();
      browsers.close();
      mcpQuestions.close();
      await serviceRegistry.close();
      stopUpkeep();
      stopTakingUp();
      unattended.timers.close();
      await unattended.webhooks.close();
      await ruleAnswering.close();
      await conditionCheck.close();
      await agents.statusAsker.close();
      await agents.controls.close();
      agents.askers.close();
      await agents.dispatcher.close();
      await agents.runs.close();
      // After its readers: an answer on its way may still need the history.
      await snapshots.close();
      await journal.close();
    },
  };
}

/** Recurring work, by the clock and by the log. Returns its undo. */
function startUpkeep(
  { journal, clock, report }: StoreServices,
  { timers, dispatcher, hub }: Pick<Services, 'timers' | 'dispatcher' | 'hub'>,
): () => void {
  const leaseTimer = createLeaseTimer(journal, clock, report);
  const ends = [
    leaseTimer.close,
    publishFinalCounts(journal, clock, report),
    startPruner(journal, clock, report),
    journal.onCommit((rows) => {
      // Only the server's own facts can change a timer or add to the outbox.
      if (!rows.some((row) => row.notable)) return;
      timers.rearm();
      dispatcher.rearm();
    }),
    journal.onTimeSet(() => {
      timers.rearm();
      dispatcher.wake();
      hub.tellTime();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Resumes what was active. Data that one part cannot read does not keep the others from resuming. */
async function takeUp(
  { report }: StoreServices,
  { runs, controls, dispatcher }: AgentServices,
  { timers, ruleAnswering, webhooks }: UnattendedServices,
  { mcpQuestions, serviceRegistry }: Pick<Services, 'mcpQuestions' | 'serviceRegistry'>,
): Promise<void> {
  const recover = async (what: string, { recover }: { recover: () => unknown }) => {
    try {
      await recover();
    } catch (error) {
      if (!isDamage(error)) throw error;
      report(`Something that was going on could not be taken up: ${what}.`, error);
    }
  };
  await recover('runs', runs);
  await recover('controls', controls);
  timers.rearm();
  await recover('rules', ruleAnswering);
  await recover('webhooks', webhooks);
  await recover('questions of MCP clients', mcpQuestions);
  await recover('registered services', serviceRegistry);
  dispatcher.wake();
}
