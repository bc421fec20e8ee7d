import { createSecretBox } from './agents/secrets.ts';
import { tellFinalCounts } from './controls/count-teller.ts';
import { createLeaseTimer } from './decisions/claim-timer.ts';
import { createLoadSchema, type LoadSchema } from './decisions/load-schema.ts';
import { createSafeFetch } from './http/safe-fetch.ts';
import { startPruner } from './journal/pruner.ts';
import { isDamage } from './journal/read-around.ts';
import { type Auth, createAuth } from './operators/auth.ts';
import { type AgentServices, createAgentServices } from './services/agents.ts';
import { type BrowserServices, createBrowserServices } from './services/browsers.ts';
import type { ServiceOptions } from './services/options.ts';
import { openStore, type StoreServices } from './services/store.ts';
import { createUnattended, type UnattendedServices } from './services/unattended.ts';

/** The server without its HTTP face: everything that lives between two requests. */
export interface Services
  extends Pick<StoreServices, 'clock' | 'journal' | 'snapshots'>,
    AgentServices,
    Pick<UnattendedServices, 'timers' | 'editChecks' | 'tryRule' | 'webhooks'>,
    Pick<BrowserServices, 'hub' | 'presence'> {
  createId: () => string;
  random: () => number;
  /** Resolves when every question heard so far has been put to the rules. */
  rulesIdle: () => Promise<void>;
  loadSchema: LoadSchema;
  auth: Auth;
  /** Lets go of the agents, finishes what is being written, closes the store. */
  close(): Promise<void>;
}

/** Opens the store and takes up what was going on when the last server ended. */
export async function startServices(options: ServiceOptions): Promise<Services> {
  const { createId, random, token, signInCode, schemaAllow: allowed = [] } = options;
  const store = await openStore(options);
  const { clock, journal, snapshots } = store;
  const secrets = createSecretBox(options.secretKey);
  const agents = await createAgentServices(options, store, secrets);
  const unattended = createUnattended(options, store, agents, secrets);
  const { conditionCheck, ruleAnswering, ...asked } = unattended;
  const browsers = createBrowserServices(store);
  const stopUpkeep = startUpkeep(store, { ...agents, ...unattended, ...browsers });
  await takeUp(store, agents, unattended);

  return {
    ...{ clock, createId, random, journal, snapshots },
    ...agents,
    ...asked,
    ...browsers,
    rulesIdle: ruleAnswering.idle,
    loadSchema: createLoadSchema(createSafeFetch({ clock, allowed })),
    auth: createAuth({ journal, clock, token, signInCode }),
    async close() {
      // What waits for a store that takes no writes must not keep the server from ending.
      journal.hurry();
      browsers.close();
      stopUpkeep();
      unattended.timers.close();
      await unattended.webhooks.close();
      await ruleAnswering.close();
      await conditionCheck.close();
      await agents.statusAsker.close();
      await agents.controls.close();
      await agents.outbox.close();
      await agents.runs.close();
      // Last of those who read: an answer that is on its way still has to be told what was said.
      await snapshots.close();
      await journal.close();
    },
  };
}

/** What goes on by itself, with the clock and with the log. Returns what ends it. */
function startUpkeep(
  { journal, clock, report }: StoreServices,
  { timers, outbox, hub }: Pick<Services, 'timers' | 'outbox' | 'hub'>,
): () => void {
  const leaseTimer = createLeaseTimer(journal, clock, report);
  const ends = [
    leaseTimer.close,
    tellFinalCounts(journal, clock),
    startPruner(journal, clock),
    journal.onCommit((rows) => {
      // Only the server's own facts can have moved a timer or put something into the outbox.
      if (!rows.some((row) => row.notable)) return;
      timers.rearm();
      outbox.rearm();
    }),
    journal.onTimeSet(() => {
      timers.rearm();
      outbox.kick();
      hub.tellTime();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Takes up what was going on. What one of them cannot read keeps none of the others from it. */
async function takeUp(
  { report }: StoreServices,
  { runs, controls, outbox }: AgentServices,
  { timers, ruleAnswering, webhooks }: UnattendedServices,
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
  outbox.kick();
}
