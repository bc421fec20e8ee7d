import { memberOf } from '@countersign/json/json-object';
import type { CheckId } from '../titles.ts';
import {
  at,
  frames,
  instead,
  replaced,
  startAgUiAgent,
  type Tamper,
  whenRefused,
  without,
} from './hai-agent.ts';
import { type Planted, stream } from './planted.ts';

/** The run with the answer. */
const answered = (made: (ids: object) => object[]): Tamper =>
  at('/', (body, good) => {
    const { threadId, runId, resume } = body;
    return resume === undefined ? good() : stream(made({ threadId, runId }));
  });
const content = '"TEXT_MESSAGE_CONTENT"';

const table: readonly [fault: string, found: CheckId, tamper: Tamper, says?: RegExp][] = [
  [
    'a response of another type',
    'stream.content-type',
    frames((frame) => frame, { 'content-type': 'text/plain' }),
  ],
  ['no RUN_STARTED', 'stream.begins', without('"RUN_STARTED"')],
  ['no end', 'stream.ends', without('"RUN_FINISHED"')],
  ['a message that is never ended', 'stream.order', without('"TEXT_MESSAGE_END"')],
  ['content of a message that was not begun', 'stream.order', without('"TEXT_MESSAGE_START"')],
  [
    'arguments of a call that was not begun',
    'stream.order',
    instead(content, { type: 'TOOL_CALL_ARGS', toolCallId: 'c-1', delta: '{}' }),
  ],
  [
    'a frame that is not JSON',
    'stream.readable',
    replaced('"type":"TEXT_MESSAGE_START"', '"type":TEXT_MESSAGE_START'),
  ],
  [
    'content without a text',
    'stream.readable',
    frames((frame) => frame.replace('"delta":', '"text":')),
  ],
  [
    'a misspelt type of an event',
    'stream.known-types',
    replaced(content, '"TEXT_MESSAGE_CONTNET"'),
    /TEXT_MESSAGE_CONTNET/,
  ],
  [
    'a change of a state that there is not',
    'stream.changes',
    instead(content, { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/order' }] }),
    /remove \/order/,
  ],
  [
    'the run with the answer fails',
    'answer.continued',
    answered((ids) => [
      { type: 'RUN_STARTED', ...ids },
      { type: 'RUN_ERROR', message: 'No such interrupt' },
    ]),
    /No such interrupt/,
  ],
  [
    'the run with the answer has no end',
    'answer.continued',
    answered((ids) => [{ type: 'RUN_STARTED', ...ids }]),
  ],
  [
    'a bad body is a failure of the server',
    'refusal.not-json',
    whenRefused('/', () => new Response('', { status: 500 })),
  ],
  [
    'a run without ids is begun',
    'refusal.no-ids',
    at('/', (body, good) => (typeof memberOf(body, 'threadId') === 'string' ? good() : stream([]))),
  ],
];

export const agUiFaults: readonly Planted[] = table.map(([fault, found, tamper, says]) => ({
  ...{ fault, found, patienceMs: 4_000, start: () => startAgUiAgent(tamper) },
  ...(says === undefined ? {} : { says }),
}));
