import { serveWarm } from '@countersign/testkit/warm-program';
import { readConfig } from '../config.ts';
import { startCrew } from '../crew.ts';

// The crew as started by `main.ts`, any number of times in one process, one after the other.
serveWarm(async (environment) => {
  const { agents, services, mailbox, close } = await startCrew(readConfig(environment));
  return { facts: { agents, services, mailbox }, close };
});
