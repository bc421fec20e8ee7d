// Loaded before the server in each of its threads (NODE_OPTIONS=--import=…): kills the process at a named point, at the n-th time that
// it is reached. FAILPOINT=before-commit:7
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { constants, inflateRawSync } from 'node:zlib';
import Database from 'libsql';
import pg from 'pg';

const [name, count = '0'] = (process.env.FAILPOINT ?? '').split(':');
let left = Number(count);

function die() {
  process.kill(process.pid, 'SIGKILL');
  // Nothing more happens in this thread.
  for (;;);
}

function reached(point) {
  if (point !== name) return;
  left -= 1;
  if (left < 0) die();
}

/** Whether it is what the stream of a browser is sent of the log: as it is, or as blocks of a compressed stream. */
function isOfStream(chunk) {
  const begins = (bytes, at = 0) => bytes.toString('latin1', at, at + 4) === 'id: ';
  if (!Buffer.isBuffer(chunk) || chunk.length <= 4) return false;
  if (begins(chunk) || (chunk[0] === 0 && begins(chunk, 5))) return true;
  try {
    return begins(inflateRawSync(chunk, { finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return false;
  }
}

if (isMainThread) {
  const { write } = Socket.prototype;
  Socket.prototype.write = function writeAndDie(chunk, ...more) {
    if (isOfStream(chunk)) {
      reached('before-fan-out');
      if (name === 'amid-fan-out' && --left < 0) {
        write.call(this, chunk.subarray(0, chunk.length >> 1));
        setImmediate(die);
        return false;
      }
    }
    return write.call(this, chunk, ...more);
  };
} else {
  // Only the writer commits in a thread of its own.
  const { exec } = Database.prototype;
  Database.prototype.exec = function execAndDie(sql) {
    if (sql === 'COMMIT') reached('before-commit');
    const result = exec.call(this, sql);
    if (sql === 'COMMIT') reached('after-commit');
    return result;
  };
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function queryAndDie(...values) {
    if (values[0] === 'COMMIT') reached('before-commit');
    const result = query.apply(this, values);
    if (values[0] === 'COMMIT') result?.then?.(() => reached('after-commit'));
    return result;
  };
}
