import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type PlayFrames, pause, sizeOf, startProgram, startServer, token } from './bare-stage.ts';
import { printTable } from './table.ts';

const stalled = sizeOf('BENCH_READERS', 20);
const megabytes = sizeOf('BENCH_MEGABYTES', 50);
const text = 'x'.repeat(10_000);

const play: PlayFrames = async (write) => {
  await write('data: {"type":"RUN_STARTED"}\n\n');
  // Time for the readers to come.
  await pause(2_000);
  for (let index = 0; index < megabytes * 100; index += 1) {
    await write(`data: ${JSON.stringify({ type: 'CUSTOM', name: 'bench', value: text })}\n\n`);
    if (index % 20 === 0) await pause(4);
  }
  await write('data: {"type":"RUN_FINISHED"}\n\n');
};

/** Opens streams that are never read. */
function openStalled(address: string, count: number) {
  const url = new URL(address);
  return Array.from({ length: count }, () => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    return socket;
  });
}

async function peak(
  address: string,
  { peakMegabytes, residentMegabytes }: { peakMegabytes(): number; residentMegabytes(): number },
  count: number,
  done: () => Promise<unknown>,
): Promise<number> {
  const before = residentMegabytes();
  const sockets = openStalled(address, count);
  await done();
  const grown = peakMegabytes() - before;
  for (const socket of sockets) socket.destroy();
  return grown;
}

/** Memory while readers read nothing of a busy log, with as many readers as without, and of a fan-out that buffers for each. */
export async function benchStalled(): Promise<void> {
  const rows: string[][] = [];
  for (const count of [0, stalled]) {
    const stage = await startServer(play);
    const server = stage.server();
    const task = stage.start('go');
    const grown = await peak(`${server.url}/api/stream?tasks=*`, server, count, async () => {
      await stage.untilEnded((await task).taskId);
      await pause(1_000);
    });
    rows.push([`Countersign, ${count} stalled readers`, `${grown.toFixed(0)} MB`]);
    await stage.close();
  }
  for (const count of [0, stalled]) {
    const stage = await startServer(play);
    const program = fileURLToPath(new URL('./fan-out-peer.ts', import.meta.url));
    const peer = await startProgram(['--import', 'tsx', program, 'plain', `${stage.agentUrl}raw`]);
    const grown = await peak(`${peer.url}/`, peer, count, () => pause(megabytes * 25 + 5_000));
    rows.push([`plain Node, ${count} stalled readers`, `${grown.toFixed(0)} MB`]);
    await peer.stop();
    await stage.close();
  }
  printTable([`${megabytes} MB of events`, 'Memory at its peak, above the start'], rows);
}
