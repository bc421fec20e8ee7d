import { createVerifier } from '@countersign/hai/verifier';
import { emptyThread, foldThread } from '@countersign/thread/fold';
import { foldByPeer } from './fold-peer.ts';
import { median, printTable, processorClock, rate, ratio } from './table.ts';
import { envelopesOf, threadId, type Workload, workloads } from './workloads.ts';

const rounds = 3;
/** Rounds before the measurement: a console is open for hours, its code compiled. */
const warmUps = 8;
/** The number of events a browser receives in one flush. */
const batchSize = 64;

/** Checks the order of every event and folds in batches; returns the seconds it took. */
function foldByUs({ history, events }: Workload): number {
  const verifier = createVerifier();
  for (const event of history) verifier.check(event);
  let thread = foldThread(emptyThread(threadId), envelopesOf(history));
  const envelopes = envelopesOf(events, history.length);
  const clock = processorClock();
  for (let at = 0; at < envelopes.length; at += batchSize) {
    const batch = envelopes.slice(at, at + batchSize);
    for (const { event } of batch) verifier.check(event);
    thread = foldThread(thread, batch);
  }
  const seconds = clock();
  if (thread.sequence !== history.length + events.length) throw new Error('events were lost');
  return seconds;
}

/** Alternates with the peer, so that a slowdown of the machine affects both. */
async function measure(workload: Workload): Promise<string[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < warmUps; round += 1) foldByUs(workload);
  for (let round = 0; round <= rounds; round += 1) {
    const mine = workload.count / foldByUs(workload);
    const seconds = await foldByPeer(workload.history, workload.peerEvents);
    // The first round warms up the peer.
    if (round === 0) continue;
    ours.push(mine);
    theirs.push(workload.peerEvents.length / seconds);
  }
  return [
    workload.name,
    `${rate(median(ours))} ${workload.unit}`,
    rate(median(theirs)),
    ratio(ours, theirs),
  ];
}

export async function benchFold(): Promise<void> {
  const rows: string[][] = [];
  for (const workload of workloads()) rows.push(await measure(workload));
  printTable(['Folding a stream', 'Countersign', '@ag-ui/client 1.0.0', 'Ratio'], rows);
}
