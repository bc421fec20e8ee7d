import { defaultProtocols } from '@countersign/adapters/default-protocols';
import { detectedProtocol } from '@countersign/adapters/detected-protocol';
import { mcpCommandProtocol, mcpServerProtocol } from '@countersign/adapters/mcp-server/protocol';
import { createProtocols } from '@countersign/adapters/protocol/protocols';
import { say } from '@countersign/api/statements';
import { onDuty } from '@countersign/server/journal/on-duty';
import type { PartKernel } from '@countersign/server/part';
import { createCallbacks } from '../agents/callbacks.ts';
import { createCarriers } from '../agents/carrier.ts';
import { createIntroductions } from '../agents/introductions.ts';
import { toolsOfPeople } from '../agents/tools-for.ts';
import { createAskers } from '../askers/askers.ts';
import { createControls } from '../controls/controls.ts';
import { createStatusAsker } from '../controls/status-asker.ts';
import { createDispatcher } from '../delivery/dispatcher.ts';
import type { DeskExtension } from '../desk-extension.ts';
import type { AgentServices } from '../desk-services.ts';
import { endsOf, givenUp } from '../outbox/pending-interrupts.ts';
import { takenBack, unansweredCalls } from '../outbox/unanswered-calls.ts';
import { createRegistry } from '../registry/registry.ts';
import { agentOfTask } from '../rows/tasks.ts';
import { createRuns } from '../runs/runs.ts';
import { callerOfTask } from '../tasks/caller-of-task.ts';
import { givenBefore } from '../tasks/given-before.ts';
import { createRunInputs, type RunInputs } from '../tasks/run-inputs.ts';
import type { DeskSettings } from './desk-settings.ts';

/** Creates them; nothing is leased yet. Their work is that of the server on duty. */
export async function createAgentServices(
  kernel: PartKernel,
  settings: DeskSettings,
  extensions: readonly DeskExtension[],
): Promise<AgentServices> {
  const { clock, report, random } = kernel;
  const { limits } = settings;
  const journal = onDuty(kernel.journal);
  const { tracer } = kernel.telemetry;
  const protocols = createProtocols(protocolsOf(settings));
  const registry = createRegistry(kernel.journal, kernel.secrets, protocols);
  await registry.syncConfig(settings.configAgents);
  const carried = extensions.map(({ carriers }) => carriers?.({ agents: registry }));
  const carriers = createCarriers(Object.assign({}, ...carried));
  const known = { journal, registry, protocols, carriers, clock };
  const { timeoutMs } = limits.control;
  const introductions = createIntroductions({ clock, carriers, answerMs: limits.run.answerMs });
  const origin = settings.webhooks?.origin ?? (() => 'http://127.0.0.1');
  const callbacks = createCallbacks(settings.secretKey, origin);
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
  const runInputs = runInputsFrom(kernel, { registry, protocols, extensions });
  const { answerers: own = [] } = settings;
  const answerers = [...own, ...extensions.flatMap(({ answerers = [] }) => answerers)];
  const askers = createAskers({ journal: kernel.journal, clock, answerers });
  const dispatcher = createDispatcher({
    ...known,
    answerers,
    random,
    limits: limits.delivery,
    runInputs,
    startRun: runs.start,
    keepFor: extensions.find((one) => one.keepFor)?.keepFor ?? keepForNobody,
    report,
    tracer,
  });
  return {
    ...{ protocols, carriers, registry, introductions, callbacks, runs },
    ...{ runInputs, controls, statusAsker, dispatcher, askers },
  };
}

/** Programs that ask are of a part that was left out. */
const keepForNobody = async () =>
  ({ kind: 'gone', reason: say('delivery.no-answerer', { protocol: 'mcp' }) }) as const;

const protocolsOf = ({ protocols = defaultProtocols, mcpCommands }: DeskSettings) =>
  protocols.map((one) => (mcpCommands && one === mcpServerProtocol ? mcpCommandProtocol : one));

function runInputsFrom(
  { createId, journal, snapshots }: PartKernel,
  {
    registry,
    protocols,
    extensions,
  }: Pick<AgentServices, 'registry' | 'protocols'> & { extensions: readonly DeskExtension[] },
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
    async recall(run) {
      const recalled = await Promise.all(extensions.map(({ recall }) => recall?.(run) ?? []));
      return recalled.flat();
    },
    callerOf: (id) => callerOfTask(journal.read, id),
    toolsFor: toolsOfPeople(registry),
  });
}
