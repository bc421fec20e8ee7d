import { createServer } from 'node:net';
import { answerPrompt, type WatchedRun, watchRun } from '@countersign/agent/test-client';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { type CrewConfig, readConfig } from './config.ts';
import { startCrew } from './crew.ts';

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

/** A running crew, and a person to work with it. Test helper. */
export async function startTestCrew(environment: Record<string, string> = {}) {
  const crew = await startCrew(await freeConfig(environment));
  const [orchestrator] = crew.agents;
  if (!orchestrator) throw new Error('The crew has no orchestrator');
  return {
    ...crew,
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
