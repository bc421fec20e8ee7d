import { people } from '@countersign/part-people/part';
import { createServerHub } from '@countersign/server/http/streams/server-hub';
import type { Authentication } from '@countersign/server/identity';
import { resumeTime } from '@countersign/server/journal/clock-set';
import { onDuty } from '@countersign/server/journal/on-duty';
import type { StoreServices } from '@countersign/server/kernel';
import { createModelEmbedder } from '@countersign/server/models/model-embedder';
import { createSamplingModel } from '@countersign/server/models/sampling-model';
import type { PartKernel, ServerPart } from '@countersign/server/part';
import { createSecretBox, noticingSecrets } from '@countersign/server/runtime/secret-box';
import { type RunningParts, startParts } from '@countersign/server/start-parts';
import { startPruner } from '@countersign/server/upkeep/pruner';
import { chosenParts, parts } from './parts.ts';
import type { ServiceOptions } from './services/options.ts';
import { openStore } from './services/store.ts';

/** The server without its HTTP interface. */
export interface Services extends PartKernel {
  /** With which its parts were started; they are asked for what they give with it. */
  kernel: PartKernel;
  parts: RunningParts;
  /** Releases the agents, finishes pending writes, closes the store. */
  close(): Promise<void>;
}

/** Opens the store, starts the parts, and resumes what was active when the last server ended. */
export async function startServices(
  options: ServiceOptions,
  all: readonly ServerPart<object, ServiceOptions>[] = parts,
): Promise<Services> {
  const chosen = chosenParts(options.parts ?? null, all);
  const store = await openStore(options);
  const kernel = createKernel(store, options, chosen);
  const { journal, snapshots, sealedMark, hub } = kernel;
  const running = await startParts(chosen, kernel, options);
  let closing = false;
  let stopUpkeep = () => {};
  await journal.duty.begin({
    async prepare() {
      await onDuty(journal).commit(resumeTime, null);
      await running.prepareDuty();
    },
    async takeUp() {
      await running.takeUp();
      if (closing) return;
      stopUpkeep = startUpkeep(store, running);
      const { notify } = store.telemetry;
      if (journal.duty.fence() !== undefined) {
        notify('info', 'This server reads agents and delivers from now on.', {});
      }
    },
  });
  store.started();
  const stopTakingUp = running.onStoreBack();

  return {
    ...kernel,
    kernel,
    parts: running,
    async close() {
      // Operations that wait for a store that is not writable must not keep the server from ending.
      journal.hurry();
      closing = true;
      journal.duty.decline();
      hub.close();
      stopUpkeep();
      stopTakingUp();
      await running.close();
      // After its readers: an answer on its way may still need the history.
      await snapshots.close();
      await sealedMark.close();
      await journal.close();
    },
  };
}

function createKernel(
  store: StoreServices,
  { createId, random, secretKey, keepSecret, samplingModel, embedding = null }: ServiceOptions,
  chosen: readonly { id: string }[],
): PartKernel {
  const { clock, journal } = store;
  const kernel: PartKernel = {
    ...store,
    ...{ createId, random },
    partIds: chosen.map(({ id }) => id),
    auth: authenticationBy(() => people.of(kernel).auth),
    hub: createServerHub(store),
    secrets: noticingSecrets(createSecretBox(secretKey), keepSecret),
    sampling: samplingModel ? createSamplingModel(samplingModel, clock) : null,
    // A server that only reads sends no model what is searched for.
    embedder:
      embedding === null || journal.readsOnly !== null
        ? null
        : createModelEmbedder(embedding, clock),
  };
  return kernel;
}

/** Of a part that starts later. */
const authenticationBy = (auth: () => Authentication): Authentication => ({
  byToken: (token) => auth().byToken(token),
  bySession: (secrets, proof) => auth().bySession(secrets, proof),
  byId: (id) => auth().byId(id),
});

/** Recurring work of the server on duty. Returns its undo. */
function startUpkeep({ journal, clock, report }: StoreServices, running: RunningParts): () => void {
  const stopPruner = startPruner(onDuty(journal), clock, report);
  const stopWork = running.work();
  return () => {
    stopWork();
    stopPruner();
  };
}
