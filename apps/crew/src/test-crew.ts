import { createServer } from 'node:net';
import { answerPrompt, type WatchedRun, watchRun } from '@countersign/agent/test-client';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { type CrewConfig, readConfig } from './config.ts';
import { startCrew } from './crew.ts';
import { startSmallRegistry } from './testing/small-registry.ts';

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** A configuration on free ports. Test helper. */
export async function freeConfig(environment: Record<string, string> = {}): Promise<CrewConfig> {
  for (;;) {
    const base = 20_000 + Math.floor(Math.random() * 10_000);
    const config = readConfig({
      CREW_PORT_BASE: String(base),
      CREW_TOKEN_DELAY_MS: '0',
      ...environment,
    });
    const free = await Promise.all(Object.values(config.ports).map(isFree));
    if (free.every(Boolean)) return config;
  }
}

/** A running crew in a registry of its own, and a person to work with it. Test helper. */
export async function startTestCrew(environment: Record<string, string> = {}) {
  const registry = await startSmallRegistry();
  const { url: CREW_REGISTRY_URL, token: CREW_REGISTRY_TOKEN } = registry;
  const config = await freeConfig({ CREW_REGISTRY_URL, CREW_REGISTRY_TOKEN, ...environment });
  const crew = await startCrew(config);
  if (config.registry?.url === registry.url) await registry.until(crew.agents.length);
  const [orchestrator] = crew.agents;
  if (!orchestrator) throw new Error('The crew has no orchestrator');
  return {
    ...crew,
    registry,
    async close() {
      await crew.close();
      await registry.close();
    },
    orchestrator,
    begin: (text: string) => watchRun(orchestrator.url, { text }),
    answer: (run: WatchedRun, prompt: UpMessage, feedback: UpFeedback, key?: string) =>
      answerPrompt(orchestrator, run, {
        prompt: prompt.messageId,
        feedback,
        ...(key === undefined ? {} : { key }),
      }),
    say: (run: WatchedRun, text: string) =>
      answerPrompt(orchestrator, run, { feedback: { type: 'instruction', content: { text } } }),
  };
}

export const request =
  'Senior React contractor for Payments UI, TypeScript, up to 105 EUR, from 7 December, hybrid 2 days';

/** The location form with Leipzig filled in. */
export const inLeipzig = (prompt: UpMessage): UpFeedback => ({
  type: 'edit',
  content: {
    value: { ...prompt.payload, location: { country: 'DE', city: 'Leipzig', postalCode: '04109' } },
  },
});
