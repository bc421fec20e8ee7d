import { defaultProtocols } from '@countersign/adapters/default-protocols';
import { detectedProtocol } from '@countersign/adapters/detected-protocol';
import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import { createProtocols, type Protocols } from '@countersign/adapters/protocol/protocols';
import type { StoreState } from '@countersign/api/store-state';
import type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
import { defaultBudget, type FoldBudget } from '@countersign/thread/budget';
import { createSecretBox } from './agents/secrets.ts';
import { toolsOfPeople } from './agents/tools-for.ts';
import { resumeTime } from './clock-set.ts';
import { type Controls, createControls } from './controls/controls.ts';
import { tellFinalCounts } from './controls/count-teller.ts';
import { createStatusAsker, type StatusAsker } from './controls/status-asker.ts';
import { createLeaseTimer } from './decisions/claim-timer.ts';
import { createEditChecks, type EditChecks } from './decisions/edit-checks.ts';
import { createLoadSchema, type LoadSchema } from './decisions/load-schema.ts';
import { createTimers, type Timers } from './decisions/timers.ts';
import { createOutbox, type Outbox } from './delivery/dispatcher.ts';
import { reclaimOutbox } from './delivery/lease.ts';
import type { DeliveryLimits } from './delivery/send.ts';
import { createHub, type Hub } from './http/hub.ts';
import { createSafeFetch } from './http/safe-fetch.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { startPruner } from './journal/pruner.ts';
import { isDamage } from './journal/read-around.ts';
import { settleBudget } from './journal/snapshot-operation.ts';
import { createSnapshots, type Snapshots } from './journal/snapshots.ts';
import { type Auth, createAuth } from './operators/auth.ts';
import { givenUp } from './outbox/pending-interrupts.ts';
import { unansweredCalls } from './outbox/unanswered-calls.ts';
import { readPrompt } from './records/prompt-records.ts';
import { createRegistry, type Registry } from './registry/registry.ts';
import { createRuleAnswering } from './rules/answering.ts';
import { createConditionCheck } from './rules/condition-check.ts';
import { createDryRun, type TryRule } from './rules/dry-run.ts';
import type { RunLimits } from './runs/run-connection.ts';
import { createRuns, type Runs } from './runs/runs.ts';
import { type Clock, guardedClock, noticingClock } from './runtime/clock.ts';
import { storeWriter } from './store-writer.ts';
import { createRunInputs, type RunInputs } from './tasks/run-inputs.ts';
import { createPresenceBoard, type PresenceBoard } from './team/presence.ts';
import {
  createWebhooks,
  defaultWebhookSettings,
  type WebhookSettings,
  type Webhooks,
} from './webhooks/webhooks.ts';

export interface ServiceOptions {
  /** Data directory; must exist. */
  directory: string;
  clock: Clock;
  createId: () => string;
  random: () => number;
  /** The administrator's bearer token, and the code of the printed sign-in link. */
  token: string;
  signInCode: string | null;
  /** 32 bytes that seal the agents' headers. */
  secretKey: Buffer;
  configAgents: readonly AgentDescriptor[];
  /** What agents may speak; left out: what the product knows. */
  protocols?: readonly AgentProtocol[];
  webhooks?: Partial<WebhookSettings>;
  /** Hosts on private networks that schemas may be loaded from, `host` or `host:port`. */
  schemaAllow?: readonly string[];
  /** What each task is folded within. */
  budget?: FoldBudget;
  /** Told of what went wrong and was survived. */
  report?: (what: string, error: unknown) => void;
  limits: {
    run: RunLimits;
    delivery: DeliveryLimits;
    control: { timeoutMs: number; maxAttempts: number };
  };
}

/** The server without its HTTP face: everything that lives between two requests. */
export interface Services {
  clock: Clock;
  createId: () => string;
  random: () => number;
  journal: Journal;
  snapshots: Snapshots;
  protocols: Protocols;
  registry: Registry;
  runs: Runs;
  runInputs: RunInputs;
  controls: Controls;
  statusAsker: StatusAsker;
  outbox: Outbox;
  timers: Timers;
  editChecks: EditChecks;
  tryRule: TryRule;
  /** Resolves when every question heard so far has been put to the rules. */
  rulesIdle: () => Promise<void>;
  webhooks: Webhooks;
  loadSchema: LoadSchema;
  auth: Auth;
  hub: Hub;
  presence: PresenceBoard;
  /** Lets go of the agents, finishes what is being written, closes the store. */
  close(): Promise<void>;
}

/** Opens the store and takes up what was going on when the last server ended. */
export async function startServices(options: ServiceOptions): Promise<Services> {
  const { createId, random, limits } = options;
  const { budget = defaultBudget, report = () => {} } = options;
  const wall =
    options.report === undefined ? options.clock : guardedClock(options.clock, options.report);
  const journal = openJournal({
    writer: storeWriter,
    directory: options.directory,
    clock: wall,
    createId,
    report: options.report,
  });
  // A timer runs when its length is over, whatever was done to the clock: then at the latest that is noticed.
  const clock = noticingClock(wall, journal.noticeTime);
  await journal.commit(resumeTime, null);
  await journal.commit(settleBudget, { budget: JSON.stringify(budget) });
  const snapshots = createSnapshots(journal, {
    budget,
    onSkipped: (threadId, error) => report(`A snapshot of ${threadId} was skipped.`, error),
  });
  const secrets = createSecretBox(options.secretKey);
  const protocols = createProtocols(options.protocols ?? defaultProtocols);
  const registry = createRegistry(journal, secrets, protocols);
  await registry.syncConfig(options.configAgents);
  // Before anything can be taken in hand: what is in hand already must not be given out a second time.
  await journal.commit(reclaimOutbox, null);
  const statusAsker = createStatusAsker({
    journal,
    registry,
    protocols,
    clock,
    timeoutMs: limits.control.timeoutMs,
  });
  const runs = createRuns({
    journal,
    registry,
    protocols,
    clock,
    random,
    limits: limits.run,
    insist: limits.delivery,
    onJoinedAgain: (runId) => void statusAsker.ask(runId, 'countersign'),
  });
  const runInputs = createRunInputs({
    createId,
    storyOf: (id, at) => snapshots.storyAt(id, at),
    unanswered: (id) => unansweredCalls(journal.read, id),
    givenUp: (id) => givenUp(journal.read, id),
    agentOf: (id) =>
      journal.read.get<{ agent: string }>('SELECT agent FROM tasks WHERE id = ?', id)?.agent ??
      null,
    async protocolOf(id) {
      const agent = id === null ? null : await registry.descriptor(id);
      return (agent && protocols.of(agent.protocol)) ?? detectedProtocol;
    },
    toolsFor: toolsOfPeople(registry),
  });
  const controls = createControls({
    journal,
    registry,
    protocols,
    runs,
    statusAsker,
    clock,
    random,
    limits: limits.control,
  });
  const outbox = createOutbox({
    journal,
    registry,
    protocols,
    clock,
    random,
    limits: limits.delivery,
    runInputs,
    startRun: runs.start,
    report,
  });
  const timers = createTimers({ journal, clock, createId, onApplied: outbox.kick, report });
  const editChecks = createEditChecks({ journal, registry, clock });
  const conditionCheck = createConditionCheck(clock);
  const tryRule = createDryRun({ journal, clock, conditionCheck });
  const ruleAnswering = createRuleAnswering({
    journal,
    clock,
    createId,
    conditionCheck,
    onAnswered: outbox.kick,
  });
  const webhooks = createWebhooks({
    journal,
    clock,
    createId,
    random,
    secrets,
    settings: { ...defaultWebhookSettings, ...options.webhooks },
    rulesIdle: ruleAnswering.idle,
    report,
  });
  const loadSchema = createLoadSchema(
    createSafeFetch({ clock, allowed: options.schemaAllow ?? [] }),
  );
  const auth = createAuth({ journal, clock, token: options.token, signInCode: options.signInCode });
  const hub = createHub(journal, clock, report);
  const presence = createPresenceBoard(clock, (told) => {
    const seen = readPrompt(journal.read, told.promptId)?.seen ?? null;
    hub.tell({ event: 'presence', key: told.promptId, data: { ...told, seen } });
  });
  const tellState = (state: StoreState) => hub.tell({ event: 'store', key: 'state', data: state });
  // What was met while the store was opened is told to the first reader too.
  if (journal.state().damaged !== undefined) tellState(journal.state());
  const stopTellingState = journal.onState(tellState);
  const leaseTimer = createLeaseTimer(journal, clock, report);
  const stopCounting = tellFinalCounts(journal, clock);
  const stopPruning = startPruner(journal, clock);
  const stopWatching = journal.onCommit((rows) => {
    // Only the server's own facts can have moved a timer or put something into the outbox.
    if (!rows.some((row) => row.notable)) return;
    timers.rearm();
    outbox.rearm();
  });

  const stopMinding = journal.onTimeSet(() => {
    timers.rearm();
    outbox.kick();
    hub.tellTime();
  });

  // What one of them cannot read keeps none of the others from being taken up.
  const takeUp = async (what: string, recover: () => unknown) => {
    try {
      await recover();
    } catch (error) {
      if (!isDamage(error)) throw error;
      report(`Something that was going on could not be taken up: ${what}.`, error);
    }
  };
  await takeUp('runs', runs.recover);
  await takeUp('controls', controls.recover);
  timers.rearm();
  await takeUp('rules', ruleAnswering.recover);
  await takeUp('webhooks', webhooks.recover);
  outbox.kick();

  return {
    clock,
    createId,
    random,
    journal,
    snapshots,
    protocols,
    registry,
    runs,
    runInputs,
    controls,
    statusAsker,
    outbox,
    timers,
    editChecks,
    tryRule,
    rulesIdle: ruleAnswering.idle,
    webhooks,
    loadSchema,
    auth,
    hub,
    presence,
    async close() {
      // What waits for a store that takes no writes must not keep the server from ending.
      journal.hurry();
      hub.close();
      presence.close();
      leaseTimer.close();
      stopCounting();
      stopPruning();
      stopWatching();
      stopMinding();
      stopTellingState();
      timers.close();
      await webhooks.close();
      await ruleAnswering.close();
      await conditionCheck.close();
      await statusAsker.close();
      await controls.close();
      await outbox.close();
      await runs.close();
      // Last of those who read: an answer that is on its way still has to be told what was said.
      await snapshots.close();
      await journal.close();
    },
  };
}
