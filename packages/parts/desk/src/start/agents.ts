import { defaultProtocols } from '@countersign/adapters/default-protocols';
import { detectedProtocol } from '@countersign/adapters/detected-protocol';
import { mcpCommandProtocol, mcpServerProtocol } from '@countersign/adapters/mcp-server/protocol';
import { createProtocols } from '@countersign/adapters/protocol/protocols';
import { createCallbacks } from '@countersign/part-desk/agents/callbacks';
import { createCarriers } from '@countersign/part-desk/agents/carrier';
import { createIntroductions } from '@countersign/part-desk/agents/introductions';
import { toolsOfPeople } from '@countersign/part-desk/agents/tools-for';
import { createAskers } from '@countersign/part-desk/askers/askers';
import { createControls } from '@countersign/part-desk/controls/controls';
import { createStatusAsker } from '@countersign/part-desk/controls/status-asker';
import { createDispatcher } from '@countersign/part-desk/delivery/dispatcher';
import type { AgentServices } from '@countersign/part-desk/desk-services';
import { endsOf, givenUp } from '@countersign/part-desk/outbox/pending-interrupts';
import { takenBack, unansweredCalls } from '@countersign/part-desk/outbox/unanswered-calls';
import { createRegistry } from '@countersign/part-desk/registry/registry';
import { agentOfTask } from '@countersign/part-desk/rows/tasks';
import { createRuns } from '@countersign/part-desk/runs/runs';
import { callerOfTask } from '@countersign/part-desk/tasks/caller-of-task';
import { givenBefore } from '@countersign/part-desk/tasks/given-before';
import { createRunInputs, type RunInputs } from '@countersign/part-desk/tasks/run-inputs';
import type { Recall } from '@countersign/part-knowledge/memories/recall';
import { createMcpCarrier } from '@countersign/part-mcp/mcp-servers/carrier';
import type { CommandLog } from '@countersign/part-mcp/mcp-servers/connect';
import { keepForProgram } from '@countersign/part-mcp/programs/mailbox';
import { createAffordanceCarrier } from '@countersign/part-tools/signifiers/calls/carrier';
import {
  createEnvironment,
  type Environment,
} from '@countersign/part-tools/signifiers/environment';
import { createJudge } from '@countersign/part-tools/signifiers/judge';
import { onDuty } from '@countersign/server/journal/on-duty';
import type { StoreServices } from '@countersign/server/kernel';
import { createSamplingModel } from '@countersign/server/models/sampling-model';
import type { SafeFetch } from '@countersign/server/outgoing/safe-fetch';
import type { SecretBox } from '@countersign/server/runtime/secret-box';
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
