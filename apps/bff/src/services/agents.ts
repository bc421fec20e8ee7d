import { defaultProtocols } from '@countersign/adapters/default-protocols';
import { detectedProtocol } from '@countersign/adapters/detected-protocol';
import { mcpCommandProtocol, mcpServerProtocol } from '@countersign/adapters/mcp-server/protocol';
import { createProtocols } from '@countersign/adapters/protocol/protocols';
import { createCallbacks } from '../agents/callbacks.ts';
import { createCarriers } from '../agents/carrier.ts';
import { createIntroductions } from '../agents/introductions.ts';
import { toolsOfPeople } from '../agents/tools-for.ts';
import { createAskers } from '../askers/askers.ts';
import { createControls } from '../controls/controls.ts';
import { createStatusAsker } from '../controls/status-asker.ts';
import { createDispatcher } from '../delivery/dispatcher.ts';
import type { AgentServices } from '../desk-services.ts';
import type { SafeFetch } from '../http/safe-fetch.ts';
import { onDuty } from '../journal/on-duty.ts';
import type { StoreServices } from '../kernel.ts';
import { createMcpCarrier } from '../mcp-servers/carrier.ts';
import type { CommandLog } from '../mcp-servers/connect.ts';
import type { Recall } from '../memories/recall.ts';
import { createSamplingModel } from '../models/sampling-model.ts';
import { endsOf, givenUp } from '../outbox/pending-interrupts.ts';
import { takenBack, unansweredCalls } from '../outbox/unanswered-calls.ts';
import { keepForProgram } from '../programs/mailbox.ts';
import { createRegistry } from '../registry/registry.ts';
import { createRuns } from '../runs/runs.ts';
import type { SecretBox } from '../runtime/secret-box.ts';
import { createAffordanceCarrier } from '../signifiers/calls/carrier.ts';
import { createEnvironment, type Environment } from '../signifiers/environment.ts';
import { createJudge } from '../signifiers/judge.ts';
import { agentOfTask } from '../store/tasks.ts';
import { callerOfTask } from '../tasks/caller-of-task.ts';
import { givenBefore } from '../tasks/given-before.ts';
import { createRunInputs, type RunInputs } from '../tasks/run-inputs.ts';
import type { ServiceOptions } from './options.ts';

/** Creates them; nothing is leased yet. Their work is that of the server on duty. */
export async function createAgentServices(
  options: ServiceOptions,
  store: StoreServices,
  { secrets, recall, fetch }: { secrets: SecretBox; recall: Recall; fetch: SafeFetch },
): Promise<AgentServices & { environment: Environment }> {
  const { random, limits } = options;
  const { clock, report } = store;
  const journal = onDuty(store.journal);
  const { tracer } = store.telemetry;
  const protocols = createProtocols(protocolsOf(options));
  const registry = createRegistry(store.journal, secrets, protocols);
  await registry.syncConfig(options.configAgents);
  const model = options.samplingModel ? createSamplingModel(options.samplingModel, clock) : null;
  const { notify } = store.telemetry;
  const commands: CommandLog = ({ id, name }, line) =>
    notify('info', `The command of ${name} says: ${line}`, { agentId: id });
  const programs = options.mcpCommands ? commands : null;
  const { selection = 'words' } = options;
  const judge =
    model === null || selection === 'words' ? null : createJudge(model, selection, clock);
  const environment = createEnvironment(store.journal, judge);
  const carriers = createCarriers({
    mcp: createMcpCarrier({ clock, model, commands: programs }),
    affordance: createAffordanceCarrier({
      ...{ journal, environment, agents: registry, clock, model, fetch },
      commands: programs,
    }),
  });
  const known = { journal, registry, protocols, carriers, clock };
  const { timeoutMs } = limits.control;
  const introductions = createIntroductions({ clock, carriers, answerMs: limits.run.answerMs });
  const origin = options.webhooks?.origin ?? (() => 'http://127.0.0.1');
  const callbacks = createCallbacks(options.secretKey, origin);
  const statusAsker = createStatusAsker({ ...known, timeoutMs });
  const runs = createRuns({
    ...known,
    random,
    limits: limits.run,
    insist: limits.delivery,
    report,
    tracer,
    introductions,
    callbacks,
    onJoinedAgain: (runId) => void statusAsker.ask(runId, 'countersign'),
  });
  const controls = createControls({
    ...known,
    random,
    runs,
    statusAsker,
    report,
    tracer,
    limits: limits.control,
  });
  const runInputs = runInputsFrom(options, store, { registry, protocols, recall });
  const { answerers = [] } = options;
  const askers = createAskers({ journal: store.journal, clock, answerers });
  const dispatcher = createDispatcher({
    ...known,
    answerers,
    random,
    limits: limits.delivery,
    runInputs,
    startRun: runs.start,
    keepFor: keepForProgram(journal),
    report,
    tracer,
  });
  return {
    ...{ protocols, carriers, registry, introductions, callbacks, runs },
    ...{ runInputs, controls, statusAsker, dispatcher, askers, environment },
  };
}

const protocolsOf = ({ protocols = defaultProtocols, mcpCommands }: ServiceOptions) =>
  protocols.map((one) => (mcpCommands && one === mcpServerProtocol ? mcpCommandProtocol : one));

function runInputsFrom(
  { createId }: ServiceOptions,
  { journal, snapshots }: StoreServices,
  {
    registry,
    protocols,
    recall,
  }: Pick<AgentServices, 'registry' | 'protocols'> & { recall: Recall },
): RunInputs {
  return createRunInputs({
    createId,
    historyOf: (id, at) => snapshots.historyAt(id, at),
    unanswered: (id) => unansweredCalls(journal.read, id),
    takenBack: (id) => takenBack(journal.read, id),
    givenUp: (id) => givenUp(journal.read, id),
    endsOf: (id, question) => endsOf(journal.read, id, question),
    agentOf: async (id) => (await agentOfTask(journal.read, id))?.agent ?? null,
    givenBefore: (id, messages) => givenBefore(journal.read, id, messages),
    async protocolOf(id) {
      const agent = id === null ? null : await registry.descriptor(id);
      return (agent && protocols.of(agent.protocol)) ?? detectedProtocol;
    },
    recall: recall.contextFor,
    callerOf: (id) => callerOfTask(journal.read, id),
    toolsFor: toolsOfPeople(registry),
  });
}
