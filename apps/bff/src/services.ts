import { publishFinalCounts } from '@countersign/part-desk/controls/final-counts';
import { createLeaseTimer } from '@countersign/part-desk/decisions/claim-timer';
import { createLoadSchema } from '@countersign/part-desk/decisions/questions/load-schema';
import { reclaimOutbox } from '@countersign/part-desk/delivery/lease';
import type { AgentServices, DeskServices } from '@countersign/part-desk/desk-services';
import type { DoorServices } from '@countersign/part-doors/doors-services';
import { createApprovalAnswerer } from '@countersign/part-gateway/approvals';
import type { GatewayServices } from '@countersign/part-gateway/gateway';
import { createGateway } from '@countersign/part-gateway/gateway';
import type { KnowledgeServices } from '@countersign/part-knowledge/knowledge-services';
import { openMemories } from '@countersign/part-knowledge/memories/open-memories';
import { createShared } from '@countersign/part-knowledge/memories/shared';
import { memoryToolSet } from '@countersign/part-knowledge/memory-tools';
import { createQuestionAnswerer } from '@countersign/part-knowledge/questions';
import { createKnowledgeRooms } from '@countersign/part-knowledge/rooms';
import type { McpServices } from '@countersign/part-mcp/mcp-services';
import { type Auth, createAuth } from '@countersign/part-people/operators/auth';
import type { RegistryServices } from '@countersign/part-registry/registry-services';
import type { ToolServices } from '@countersign/part-tools/tool-services';
import type { Embedder } from '@countersign/search/embedder';
import { resumeTime } from '@countersign/server/journal/clock-set';
import type { Journal } from '@countersign/server/journal/journal';
import { onDuty } from '@countersign/server/journal/on-duty';
import { startPruner } from '@countersign/server/journal/pruner';
import type { Kernel, StoreServices } from '@countersign/server/kernel';
import { createModelEmbedder } from '@countersign/server/models/model-embedder';
import { createSafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { oneAtATime } from '@countersign/server/runtime/one-at-a-time';
import { createSecretBox, noticingSecrets } from '@countersign/server/runtime/secret-box';
import { isDamage } from '@countersign/server/store/faults/damage';
import { onStoreBack } from './services/after-outage.ts';
import { createAgentServices } from './services/agents.ts';
import { createBrowserServices } from './services/browsers.ts';
import { createEnvironmentServices } from './services/environment.ts';
import type { ServiceOptions } from './services/options.ts';
import { createProgramServices } from './services/programs.ts';
import { openRegistry } from './services/registry.ts';
import { openStore } from './services/store.ts';
import { createUnattended, type UnattendedServices } from './services/unattended.ts';

/** The server without its HTTP interface. */
export interface Services
  extends Omit<Kernel, 'auth'>,
    DeskServices,
    RegistryServices,
    McpServices,
    DoorServices,
    GatewayServices,
    KnowledgeServices,
    ToolServices {
  auth: Auth;
  /** Releases the agents, finishes pending writes, closes the store. */
  close(): Promise<void>;
}

/** Opens the store and resumes what was active when the last server ended. */
export async function startServices(given: ServiceOptions): Promise<Services> {
  const approvals = createApprovalAnswerer();
  const questionAnswerer = createQuestionAnswerer();
  const answerers = [...(given.answerers ?? []), approvals, questionAnswerer];
  const store = await openStore(given);
  const options = { ...given, answerers, embedding: embeddingFor(given, store) };
  const { createId, random, token, signInCode, schemaAllow: allowed = [] } = options;
  const { registration = { strict: false, allow: [] } } = options;
  const { clock, journal, snapshots, sealedMark } = store;
  const auth = createAuth({
    ...{ journal, clock, token, signInCode },
    registrantToken: options.registrantToken,
  });
  await auth.open();
  const secrets = noticingSecrets(createSecretBox(options.secretKey), options.keepSecret);
  const memories = openMemories(store, embedderOf(options, clock));
  const { knowledge, recall } = memories;
  const registryFetch = createSafeFetch({ clock, allowed: registration.allow });
  const shared = { secrets, recall, fetch: registryFetch };
  const agents = await createAgentServices(options, store, shared);
  const unattended = createUnattended(options, store, agents, secrets);
  const { conditionCheck, ruleAnswering, ...asked } = unattended;
  const browsers = createBrowserServices(store);
  const programs = createProgramServices(store, { ...asked, secrets, createId });
  const registry = await openRegistry(store, options, {
    ...{ registration, fetch: registryFetch, recover: tolerant(store.report) },
  });
  const { serviceRegistry, closeRegistry, ...registered } = registry;
  const { registryTree } = registered;
  const gateway = createGateway(
    { ...store, ...agents, createId, auth, serviceRegistry, registryTree },
    { approvals, strict: options.strictGateway === true },
  );
  const rooms = createKnowledgeRooms(
    { ...store, ...agents, knowledge, secrets, gateway },
    { questionAnswerer },
  );
  const { learning } = rooms;
  const stopReportingKnowledge = knowledge.onChange(() =>
    browsers.hub.notify({ event: 'changed', key: 'knowledge', data: { what: 'knowledge' } }),
  );
  const environment = createEnvironmentServices(store, agents, { fetch: registryFetch, createId });
  const stopSendingTime = journal.onTimeSet(browsers.hub.sendTime);
  const { runs, controls } = agents;
  const kernel = { clock, createId, random, journal, snapshots, sealedMark };
  let closing = false;
  let stopUpkeep = () => {};
  await journal.duty.begin({
    prepare: () => prepareDuty(onDuty(journal)),
    async takeUp() {
      await takeUp(store, agents, unattended, { ...programs, serviceRegistry, ...rooms });
      if (closing) return;
      stopUpkeep = startUpkeep(store, { ...agents, ...unattended });
      const { notify } = store.telemetry;
      if (journal.duty.fence() !== undefined) {
        notify('info', 'This server reads agents and delivers from now on.', {});
      }
    },
  });
  store.started();
  const stopTakingUp = onStoreBack(store, {
    'runs that were not connected': runs.startMissed,
    controls: controls.recover,
    async 'registered services'() {
      serviceRegistry.beginLeases();
      await serviceRegistry.settleDoubts();
    },
  });

  return {
    ...kernel,
    ...agents,
    ...asked,
    ...browsers,
    rulesIdle: ruleAnswering.idle,
    loadSchema: createLoadSchema(createSafeFetch({ clock, allowed })),
    ...programs,
    toolSets: [memoryToolSet({ recall, shared: createShared(journal) })],
    serviceRegistry,
    ...{ ...registered, ...environment },
    ...{ auth, gateway, ...memories, ...rooms },
    async close() {
      // Operations that wait for a store that is not writable must not keep the server from ending.
      journal.hurry();
      closing = true;
      journal.duty.decline();
      await auth.close();
      browsers.close();
      programs.programQuestions.close();
      gateway.close();
      environment.affordanceCalls.close();
      await closeRegistry();
      stopUpkeep();
      stopSendingTime();
      stopReportingKnowledge();
      stopTakingUp();
      unattended.timers.close();
      await unattended.webhooks.close();
      await learning.close();
      await ruleAnswering.close();
      await conditionCheck.close();
      await agents.statusAsker.close();
      await agents.controls.close();
      agents.askers.close();
      await agents.dispatcher.close();
      await agents.runs.close();
      // After its readers: an answer on its way may still need the history.
      await snapshots.close();
      await sealedMark.close();
      await journal.close();
    },
  };
}

/** A server that only reads sends no model what is searched for. */
const embeddingFor = ({ embedding = null }: ServiceOptions, { journal }: StoreServices) =>
  journal.readsOnly === null ? embedding : null;

/** null = no model is configured. */
const embedderOf = ({ embedding = null }: ServiceOptions, clock: Clock): Embedder | null =>
  embedding === null ? null : createModelEmbedder(embedding, clock);

/** Before a server that has taken the duty over does anything for it. */
async function prepareDuty(journal: Journal): Promise<void> {
  await journal.commit(resumeTime, null);
  // Before anything can be leased: what is leased already must not be leased a second time.
  await journal.commit(reclaimOutbox, null);
}

/** Recurring work of the server on duty, by the clock and by the log. Returns its undo. */
function startUpkeep(
  store: StoreServices,
  on: Pick<Services, 'timers' | 'dispatcher' | 'runs' | 'controls' | 'webhooks'>,
): () => void {
  const { clock, report } = store;
  const journal = onDuty(store.journal);
  const { others } = journal;
  const { timers, dispatcher } = on;
  const leaseTimer = createLeaseTimer(journal, clock, report);
  const recorded = oneAtATime(async () => {
    await on.runs.startMissed();
    await on.controls.recover();
  });
  /** What other servers have recorded for this one to do. */
  const takeRecorded = () => {
    timers.rearm();
    dispatcher.wake();
    on.webhooks.wake();
    recorded.ask().catch((error) => {
      report('What another server has recorded was not begun; it is with the next.', error);
    });
  };
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
    others.onWord(({ kind }) => {
      if (kind === 'committed') takeRecorded();
    }),
    others.onGap(takeRecorded),
    journal.onTimeSet(() => {
      timers.rearm();
      dispatcher.wake();
    }),
  ];
  // Recorded while this server was taking up the rest.
  if (journal.duty.fence() !== undefined) takeRecorded();
  return () => {
    for (const end of ends) end();
  };
}

const tolerant =
  (report: Report) =>
  async (what: string, { recover }: { recover: () => unknown }) => {
    try {
      await recover();
    } catch (error) {
      if (!isDamage(error)) throw error;
      report(`Something that was going on could not be taken up: ${what}.`, error);
    }
  };

/** Continues what the last server on duty has left. Data that one part cannot read does not keep the others from resuming. */
async function takeUp(
  { report }: StoreServices,
  { runs, controls, dispatcher }: AgentServices,
  { timers, ruleAnswering, webhooks }: UnattendedServices,
  on: Pick<Services, 'doors' | 'programQuestions' | 'serviceRegistry' | 'learning' | 'questions'>,
): Promise<void> {
  const recover = tolerant(report);
  await recover('runs', runs);
  await recover('controls', controls);
  timers.rearm();
  await recover('rules', ruleAnswering);
  await recover('webhooks', webhooks);
  await recover('questions of programs', on.programQuestions);
  await recover('calls of coding agents', on.doors);
  await recover('what was learnt', on.learning);
  await recover('questions about knowledge', { recover: on.questions.askOpen });
  on.serviceRegistry.beginLeases();
  dispatcher.wake();
}
