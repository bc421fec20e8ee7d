import type { ZodApp } from './http/zod-app.ts';
import type { HttpSide } from './kernel.ts';
import type { Life, PartKernel, ServerPart, StartedPart } from './part.ts';
import { inOrderOfNeeds } from './part-order.ts';
import type { Report } from './runtime/alarm.ts';
import { isDamage } from './store/faults/damage.ts';

/** The parts of a server that runs. */
export interface RunningParts {
  routes(app: ZodApp, http: HttpSide): void;
  prepareDuty(): Promise<void>;
  takeUp(): Promise<void>;
  /** Begins recurring work; returns its undo. */
  work(): () => void;
  /** Takes up what a commit in doubt has left, each time the store is writable again. Returns its undo. */
  onStoreBack(): () => void;
  /** Resolves when what is in progress has finished. */
  dismiss(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the parts in the order of their needs. What each makes of the kernel alone exists before the first is started. */
export async function startParts<Settings>(
  parts: readonly ServerPart<object, Settings>[],
  kernel: PartKernel,
  settings: Settings,
): Promise<RunningParts> {
  const ordered = inOrderOfNeeds(parts);
  const loaded = await Promise.all(ordered.map((part) => part.load()));
  const starts = loaded.map((prepare) => prepare(kernel, settings));
  const running: StartedPart<object>[] = [];
  for (const start of starts) running.push(await start());
  const lives: readonly Life[] = running;
  const reversed = lives.toReversed();
  return {
    routes(app, http) {
      for (const part of running) part.routes?.(app, http);
    },
    async prepareDuty() {
      for (const life of lives) await life.prepareDuty?.();
    },
    async takeUp() {
      for (const [what, recover] of lives.flatMap(({ takeUp = {} }) => Object.entries(takeUp))) {
        await pastDamage(kernel.report, what, recover);
      }
    },
    work() {
      const ends = lives.flatMap((life) => life.work?.() ?? []);
      return () => {
        for (const end of ends) end();
      };
    },
    onStoreBack: () =>
      onStoreBack(
        kernel,
        lives.flatMap(({ afterOutage = {} }) => Object.entries(afterOutage)),
      ),
    async dismiss() {
      await Promise.all(reversed.map((life) => life.dismiss?.()));
    },
    async close() {
      for (const life of reversed) await life.close?.();
    },
  };
}

/** Takes up something that was going on; if it cannot be read, that is reported, and the rest is taken up. */
export async function pastDamage(
  report: Report,
  what: string,
  recover: () => unknown,
): Promise<void> {
  try {
    await recover();
  } catch (error) {
    if (!isDamage(error)) throw error;
    report(`Something that was going on could not be taken up: ${what}.`, error);
  }
}

/** A commit in doubt turned out to have happened, and the part that was to act on it was informed that this was not known. */
function onStoreBack(
  { journal, report }: Pick<PartKernel, 'journal' | 'report'>,
  all: readonly (readonly [what: string, takeUp: () => Promise<void>])[],
): () => void {
  let wasAway = false;
  return journal.onState(({ reason }) => {
    const isBack = wasAway && reason === null;
    wasAway = reason !== null;
    if (!isBack) return;
    for (const [what, takeUp] of all) {
      takeUp().catch((error) => report(`What was in doubt could not be taken up: ${what}.`, error));
    }
  });
}
