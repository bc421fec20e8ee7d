import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { percentiles } from './bare-stage.ts';

// Many readers of one stream, in a process of its own. Few of them read what they get: reading all would cost more than sending it.
const [address = '', count = '0', warm = '0', measured = '0', token = '', coding = 'identity'] =
  process.argv.slice(2);
const url = new URL(address);
const readEvery = 50;
const latencies: number[] = [];
let bytes = 0;
let events = 0;
let counting = false;
let read = 0;

/** What the socket receives as text, decompressed if that was requested; the head of the response is part of it, or left out. */
function bodyOf(socket: Socket): Readable {
  if (coding === 'identity') return socket.pipe(new PassThrough()).setEncoding('latin1');
  const body = createGunzip();
  let head = Buffer.alloc(0);
  let isBody = false;
  socket.on('data', (chunk: Buffer) => {
    if (isBody) return void body.write(chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    isBody = true;
    body.write(head.subarray(end + 4));
  });
  return body.setEncoding('latin1');
}

for (let index = 0; index < Number(count); index += 1) {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  socket.write(
    `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\nAccept-Encoding: ${coding}\r\n\r\n`,
  );
  if (index % readEvery !== 0) {
    socket.resume();
    continue;
  }
  read += 1;
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    if (counting) bytes += chunk.length;
  });
  bodyOf(socket).on('data', (chunk: string) => {
    if (!counting) return;
    const now = performance.timeOrigin + performance.now();
    const text = rest + chunk;
    let end = 0;
    for (const found of text.matchAll(/"at":(\d+(?:\.\d+)?),/g)) {
      latencies.push(now - Number(found[1]));
      events += 1;
      end = found.index + found[0].length;
    }
    rest = text.slice(Math.max(end, text.length - 40));
  });
}
setTimeout(() => {
  counting = true;
}, Number(warm) * 1_000);
const over = new Promise<void>((resolve) => {
  setTimeout(
    () => {
      counting = false;
      resolve();
    },
    (Number(warm) + Number(measured)) * 1_000,
  );
});
const server = createServer(async (_request, response) => {
  await over;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      ...percentiles(latencies),
      bytesPerEvent: bytes / events,
      events: events / read,
    }),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listens on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
