/** Closes once on SIGINT or SIGTERM, or when the process that started it with a channel has ended; then the process exits. */
export function runUntilSignal(close: () => Promise<void>): void {
  let closing = false;
  const onSignal = () => {
    if (closing) process.exit(1);
    closing = true;
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('disconnect', onSignal);
}

/** Starts; if that is not possible it says why in a sentence, and exits with code 1. */
export async function startOrExit<Started>(start: () => Promise<Started>): Promise<Started> {
  try {
    return await start();
  } catch (error) {
    process.stderr.write(`${startFault(error)}\n`);
    process.exit(1);
  }
}

function startFault(error: unknown): string {
  if (!(error instanceof Error)) return `${error}`;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  return code === 'EADDRINUSE'
    ? `Port ${port} is taken, perhaps by demo agents that already run. End them, or choose other ports with CREW_PORT_BASE (4400 by default).`
    : error.message;
}

/** One line of JSON that another process can wait for. */
export function printReady(facts: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ ready: true, ...facts })}\n`);
}
