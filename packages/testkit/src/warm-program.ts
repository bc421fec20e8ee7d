/** A command to a warm process. */
export type WarmCommand =
  | { start: Record<string, string> }
  | { stop: true }
  /** Time passes, ms. */
  | { pass: number };

/** Its replies: facts about the running program, that none is running, that time has passed, or the error. */
export type WarmAnswer =
  | { started: Record<string, unknown> }
  | { stopped: true }
  | { passed: true }
  | { failed: string };

interface Running {
  facts: Record<string, unknown>;
  /** Advances its clock, if it has a manual one. */
  pass?(ms: number): void;
  close(): Promise<void>;
}

/**
 * Makes this process a warm one: it has loaded its program, and starts and stops it as often as its parent says, each time
 * with an environment of its own. Most of what a start costs is loading. A signal ends what runs, and the process.
 */
export function serveWarm(start: (environment: NodeJS.ProcessEnv) => Promise<Running>): void {
  let running: Running | undefined;
  const answer = (message: WarmAnswer) => process.send?.(message);
  const stop = async () => {
    const ending = running;
    running = undefined;
    await ending?.close();
  };
  const obey = async (command: WarmCommand): Promise<WarmAnswer> => {
    if ('stop' in command) {
      await stop();
      return { stopped: true };
    }
    if ('pass' in command) {
      if (running?.pass === undefined) throw new Error('nothing runs whose clock can be moved');
      running.pass(command.pass);
      return { passed: true };
    }
    running = await start({ ...process.env, ...command.start });
    return { started: running.facts };
  };
  process.on('message', (command: WarmCommand) => {
    obey(command).then(answer, (error: Error) => answer({ failed: error.stack ?? error.message }));
  });
  const end = () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Its parent has exited.
  process.on('disconnect', end);
}
