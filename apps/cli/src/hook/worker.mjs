// Asks the server about one tool call of a coding agent and waits. Prints the yes in the agent's own words, then the mark; for
// everything else it writes why on standard error and ends with 3. It needs Node alone, and starts for each call: keep it small.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { canonical, digestOf } from './canonical.mjs';
import { editFault, keyOf, readCall, requireBefore, yes } from './dialects.mjs';
import { filesIn, placeOf } from './look-around.mjs';
import { Away, createServer } from './server.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const maxInputBytes = 16_000_000;
const pollSeconds = 25;
const holder = randomUUID();
const begun = performance.now();
/** The held call, once the server has it. */
let held = null;
let ask = null;

function no(why) {
  try {
    writeSync(2, `Countersign: not run. ${why}\n`);
  } finally {
    process.exit(3);
  }
}
process.on('uncaughtException', (error) => no(error.message));
process.on('unhandledRejection', (error) => no(String(error?.message ?? error)));

/** The agent does not wait any more: a later yes must find nobody. */
async function withdraw() {
  if (held === null) return;
  const path = `/api/door/calls/${encodeURIComponent(held)}`;
  await ask('DELETE', path, { timeoutMs: 1_500 }).catch(() => {});
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  process.on(signal, async () => {
    await withdraw();
    no('The agent stopped the hook before it was decided.');
  });
}

function settings() {
  const config = JSON.parse(readFileSync(join(here, 'config.json'), 'utf8'));
  const token = readFileSync(join(here, 'token'), 'utf8').trim();
  const { agent, url, deadlineSeconds, holds } = config;
  if (!(deadlineSeconds >= 5)) throw new Error('The deadline of the hook is not set.');
  return { agent, url, token, deadlineSeconds, asksReads: holds === 'all' };
}

async function sentByAgent() {
  const chunks = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += chunk.length;
    if (size > maxInputBytes) throw new Error('The call is too long to be shown.');
    chunks.push(chunk);
  }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  return JSON.parse(text);
}

/** Tries until it has an answer or the time is up: the server may be away, or restart. */
async function untilAnswered(deadlineAt, once) {
  for (let pauseMs = 300; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    // By two clocks: one may be set, the other may stand still while the machine sleeps.
    const left = Math.min(deadlineAt.wall - Date.now(), deadlineAt.steady - performance.now());
    if (left <= 0) {
      await withdraw();
      no('Nobody decided in time. Make the same call again to ask again.');
    }
    try {
      return await once(left);
    } catch (error) {
      if (!(error instanceof Away)) throw error;
      await sleep(Math.max(0, Math.min(pauseMs, left)));
    }
  }
}

async function decided(config, sent, call, digest) {
  const deadlineAt = {
    wall: Date.now() + config.deadlineSeconds * 1_000,
    steady: begun + config.deadlineSeconds * 1_000,
  };
  const seconds = (left) => Math.max(5, Math.min(86_400, Math.ceil(left / 1_000)));
  const body = (left) => ({
    ...{ key: keyOf(config.agent, sent, digest), digest, call, place: placeOf(call, sent) },
    ...{ files: filesIn(call), expiresIn: seconds(left) },
    ...{ canEdit: true, asksReads: config.asksReads },
  });
  for (;;) {
    const asked = await untilAnswered(deadlineAt, (left) => {
      const timeoutMs = Math.min(20_000, left + 100);
      return ask('POST', '/api/door/calls', { body: body(left), timeoutMs });
    });
    if (typeof asked.id !== 'string') no('The server gave an odd answer.');
    held = asked.id;
    const path = `/api/door/calls/${encodeURIComponent(held)}`;
    let state = asked;
    while (state.state === 'open') {
      const since = performance.now();
      state = await untilAnswered(deadlineAt, (left) => {
        const wait = Math.max(0, Math.min(pollSeconds, Math.floor(left / 1_000)));
        return ask('GET', `${path}?wait=${wait}`, { timeoutMs: Math.min(left + 100, 35_000) });
      });
      // A server that does not hold the request must not be asked without a pause.
      if (state.state === 'open' && performance.now() - since < 500) await sleep(500);
    }
    if (state.digest !== digest) no('The stored decision is about another call.');
    if (state.state === 'allowed') {
      return untilAnswered(deadlineAt, (left) =>
        ask('POST', `${path}/take`, {
          body: { holder, digest },
          timeoutMs: Math.min(10_000, left + 100),
        }),
      );
    }
    // Withdrawn as this hook seemed to be gone, as after a sleep of the machine: it is not, so it asks again.
    const isExpired = deadlineAt.wall - Date.now() < 5_000;
    if (state.state !== 'denied' || state.again !== true || isExpired) {
      no(typeof state.reason === 'string' ? state.reason : 'The server gave an odd answer.');
    }
    await sleep(1_000);
  }
}

/** A launcher that was killed says no to nobody: Codex and Gemini CLI would run the call as soon as this process closes its pipes. */
function watchLauncher(agent) {
  const launcher = process.ppid;
  setInterval(async () => {
    if (process.ppid === launcher) return;
    await withdraw();
    if (agent === 'codex' || agent === 'gemini') await sleep(2 ** 31 - 1);
    process.exit(3);
  }, 500).unref();
}

async function askAboutCall() {
  const config = settings();
  ask = createServer(config);
  watchLauncher(config.agent);
  const sent = await sentByAgent();
  requireBefore(config.agent, sent);
  const call = readCall(config.agent, sent);
  const digest = digestOf(call);
  const taken = await decided(config, sent, call, digest);
  const { decision, input, digest: given } = taken;
  if (decision !== 'allow' || taken.id !== held) no('No yes is stored for this call.');
  const edited = input !== null && canonical(input) !== canonical(call.input) ? input : null;
  // The yes names exactly what may run.
  if (given !== digestOf({ ...call, input: edited ?? call.input })) {
    no('The stored decision is about another call.');
  }
  const fault = edited === null ? null : editFault(config.agent, call.input, edited);
  if (fault !== null) no(fault);
  const words = yes(config.agent, { id: held, edited });
  writeSync(1, `${words}\ncountersign-end\n`);
  process.exit(0);
}

/** Reports what a call has done. Nothing depends on it: whatever goes wrong is left. */
async function noteResult() {
  const config = settings();
  const sent = await sentByAgent();
  const call = readCall(config.agent, sent);
  const digest = digestOf(call);
  const response = sent.tool_response ?? sent.tool_output ?? '';
  const note = typeof response === 'string' ? response : JSON.stringify(response);
  const isFailed = sent.hook_event_name === 'PostToolUseFailure';
  await createServer(config)('POST', '/api/door/results', {
    body: {
      ...{ key: keyOf(config.agent, sent, digest), digest },
      ...{ outcome: isFailed ? 'failed' : 'done', note: note.toWellFormed().slice(0, 9_000) },
    },
    timeoutMs: 5_000,
  });
  process.exit(0);
}

await (process.argv[2] === 'note' ? noteResult() : askAboutCall());
