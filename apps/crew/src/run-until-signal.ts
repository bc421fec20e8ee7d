/** Closes once on SIGINT or SIGTERM, and lets the process exit normally. */
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
}

/** One line of JSON that another process can wait for. */
export function printReady(facts: Record<string, unknown>): void {
  process.stdout.write(`${JSON.stringify({ ready: true, ...facts })}\n`);
}
