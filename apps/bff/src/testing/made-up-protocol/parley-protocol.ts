import type { AskOrigin, AskPlace, ForeignAsk } from '@countersign/adapters/ask';
import type { AgentProtocol } from '@countersign/adapters/protocol/agent-protocol';
import type { RunBase, RunContent } from '@countersign/adapters/protocol/continuation';
import type { Framing, FramingOptions } from '@countersign/adapters/protocol/wire';
import type { Decoded } from '@countersign/hai/decoded';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { validateEvent } from '@countersign/hai/validate';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { parseJsonObject } from './parse-line.ts';

/** A question that ends the turn: only the next one can contain the answer. */
const wager: AskOrigin = {
  protocol: 'parley',
  kind: 'wager',
  answeredBy: 'resume',
  label: 'Wager',
};

const mediaType = 'application/vnd.parley+lines';

/** `turn` is the run, `talk` the task; earlier messages are sent as pairs of author and text. */
const turnOf = ({ threadId, runId, messages, forwardedProps }: RunAgentInput): JsonObject => ({
  talk: threadId,
  turn: runId,
  said: messages.map(({ role, content }) => [role, content]),
  ...(isObject(forwardedProps) && forwardedProps['bets'] !== undefined
    ? { bets: forwardedProps['bets'] }
    : {}),
});

const placeOf = (url: string, runId: string, what: string): string =>
  `${url}/${encodeURIComponent(runId)}/${what}`;

const verbs = { pause: 'rest', resume: 'wake', stop: 'quit', status: 'how-now' } as const;

/**
 * An invented protocol: JSON lines with its own types, no server-sent events, no feedback or control endpoint in its
 * descriptor. It shows what a new protocol needs: this file.
 */
export const parleyProtocol: AgentProtocol = {
  id: 'parley',
  describe: () => ({
    name: 'Parley',
    about: 'Lines of JSON over HTTP; questions are answered in the same turn.',
    fields: [],
    origins: [wager],
    attachments: [],
    controls: [],
  }),
  detect: (frame) => /"w"\s*:/.test(frame.slice(0, 200)),
  capabilities: () => ({ actions: ['pause', 'resume', 'stop'], answers: true }),
  start: ({ url }, input) => ({
    method: 'POST',
    url,
    headers: { accept: mediaType },
    body: turnOf(input),
    mediaType,
    called: 'lines of Parley',
    resumable: { header: 'parley-keeps', value: 'turns' },
  }),
  rejoin: (agent, input, lastEventId) => ({
    ...parleyProtocol.start(agent, input),
    body: { ...turnOf(input), since: Number(lastEventId) },
  }),
  read: ({ threadId, runId }) => ({
    framing: linesOf,
    exact: ({ data }) => ({ text: data, altered: [] }),
    decoder: {
      decode: (data) => decoded(parseJsonObject(data), { threadId, runId }),
      // Journalled events are HAI already, and these lines need no state.
      decodeValue: () => ({ events: [], issues: [], refused: 0 }),
    },
    asks: {
      read: (event, received) => ({
        asks:
          event.type === 'RAW' && isObject(event.event)
            ? wagersIn(event.event, { threadId, runId, ...received })
            : [],
        nameless: 0,
      }),
      left: () => [],
    },
  }),
  answer: ({ url }, { id, runId, message: { parentMessageId, upFeedback } }) =>
    upFeedback === undefined
      ? null
      : {
          method: 'POST',
          url: placeOf(url, runId, 'reply'),
          headers: {},
          body: {
            receipt: id,
            key: parentMessageId ?? null,
            verdict: upFeedback.type === 'approve' ? 'yes' : 'no',
            ...(upFeedback.content === undefined ? {} : { because: upFeedback.content }),
          },
        },
  resume: continueRun,
  async control({ url }, { runId, action, id }, transport) {
    const reply = await transport.call({
      method: 'POST',
      url: placeOf(url, runId, 'hush'),
      headers: {},
      body: { verb: verbs[action], receipt: id },
    });
    if (reply.status === 202) {
      reply.discard();
      return { kind: 'accepted' };
    }
    return { kind: 'refused', reason: (await reply.failure()).message };
  },
  async status() {
    return { status: null, detail: 'Parley does not say.' };
  },
};

function wagersIn(
  { w, key, text, stake }: JsonObject,
  { threadId, runId, agentId, timestamp }: AskPlace,
): ForeignAsk[] {
  if (w !== 'wager' || typeof key !== 'string' || typeof text !== 'string') return [];
  return [
    {
      origin: wager,
      source: { id: key, reason: null, toolName: null, together: runId },
      message: {
        ...{ messageId: key, threadId, agentId, timestamp, state: 'needsHumanDecision' },
        payload: { stake },
        upPrompt: { ask: text, severity: 'major', allowed: ['approve', 'reject'] },
      },
    },
  ];
}

/** The answer to each wager, in the order of the turn. */
const betsIn = (brings: Extract<RunContent, { kind: 'answers' }>): JsonObject[] =>
  brings.answers.answers.map(({ source, feedback }) => ({
    key: source.id,
    taken: feedback.type === 'approve',
  }));

function continueRun(
  { threadId, runId, messages, tools }: RunBase,
  brings: RunContent,
): RunAgentInput {
  const more =
    brings.kind === 'words'
      ? brings.words.map(({ messageId, content }) => ({
          id: messageId,
          role: 'user' as const,
          content,
        }))
      : [];
  const input = { threadId, runId, messages: [...messages, ...more], tools: [...tools] };
  return brings.kind === 'answers' ? { ...input, forwardedProps: { bets: betsIn(brings) } } : input;
}

function decoded(
  line: JsonObject | null,
  { threadId, runId }: { threadId: string; runId: string },
): Decoded {
  const out: Decoded = { events: [], issues: [], refused: 0 };
  if (line === null) {
    return { ...out, issues: [{ path: '', message: 'is no line of Parley' }], refused: 1 };
  }
  const { n, w, text, key } = line;
  const messageId = `line-${String(n)}`;
  const upFormat = (value: JsonObject) => ({ type: 'CUSTOM', name: 'upformat.message', value });
  const control = (action: string, status: string) => ({
    type: 'CUSTOM',
    name: 'hai.control',
    value: { action, status },
  });
  const words: Record<string, () => JsonObject[]> = {
    hello: () => [{ type: 'RUN_STARTED', threadId, runId }],
    speak: () => [
      { type: 'BUSINESS_DATA_START', messageId, role: 'assistant' },
      { type: 'BUSINESS_DATA_CONTENT', messageId, delta: text },
      { type: 'BUSINESS_DATA_END', messageId },
    ],
    'may-i': () => [
      upFormat({
        messageId: key,
        threadId,
        state: 'needsHumanDecision',
        explanation: text,
        payload: line['deal'],
        upPrompt: { ask: text, severity: line['grave'] === true ? 'major' : 'minor' },
      }),
    ],
    thanks: () => [
      upFormat({ messageId: key, threadId, parentMessageId: line['receipt'], state: 'submitted' }),
    ],
    resting: () => [control('pause', 'paused')],
    awake: () => [control('resume', 'running')],
    quitting: () => [control('stop', 'stopped')],
    bye: () => [{ type: 'RUN_FINISHED', threadId, runId }],
  };
  const known = typeof w === 'string' ? words[w] : undefined;
  for (const event of known?.() ?? [{ type: 'RAW', event: line }]) validateEvent(event, out);
  return out;
}

/** One line, one frame; a turn is rejoined after its number. */
function linesOf({ onFrame, onOversize, maxFrameChars = 1_000_000 }: FramingOptions): Framing {
  let rest = '';
  return {
    feed(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const data of lines) {
        if (data.length > maxFrameChars) onOversize?.(data.length);
        else if (data.trim() !== '') onFrame({ data, ...numberOf(data) });
      }
    },
    reset() {
      rest = '';
    },
  };
}

function numberOf(line: string): { id?: string } {
  const number = parseJsonObject(line)?.['n'];
  return typeof number === 'number' ? { id: String(number) } : {};
}
