/** What a warm process is told. */
export type WarmCommand = { start: Record<string, string> } | { stop: true };

/** What it answers: facts of what runs now, that nothing runs any more, or why neither. */
export type WarmAnswer =
  | { started: Record<string, unknown> }
  | { stopped: true }
  | { failed: string };

interface Running {
  facts: Record<string, unknown>;
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
  // Its parent is gone.
  process.on('disconnect', end);
}
