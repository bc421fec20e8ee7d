import type { CheckId } from '../titles.ts';
import { type A2aTampering, startA2aAgent } from './a2a-agent.ts';
import { type Json, type Planted, reworded } from './planted.ts';

const only = (turn: number, change: (frames: Json[]) => Json[]): A2aTampering => ({
  frames: (frames, which) => (which === turn ? change(frames) : frames),
});
const replyTo = (
  method: string,
  change: (reply: Json) => ReturnType<NonNullable<A2aTampering['reply']>>,
): A2aTampering => ({
  reply: (reply, asked) => (asked === method ? change(reply) : reply),
});
const page = () =>
  new Response('<html><title>Bad gateway</title></html>', {
    headers: { 'content-type': 'text/html' },
  });
const withoutInterfaces = ({ supportedInterfaces: _, ...card }: Json): Json => card;
const withoutSkills = ({ skills: _, ...card }: Json): Json => card;

const table: readonly [fault: string, found: CheckId, tampering: A2aTampering][] = [
  ['a card without interfaces', 'a2a.card', { card: withoutInterfaces }],
  [
    'a card of a version that there is not',
    'a2a.card',
    { card: (card) => reworded(card, '"protocolVersion":"1.0"', '"protocolVersion":"7.0"') },
  ],
  ['a card without skills', 'a2a.card-members', { card: withoutSkills }],
  [
    'a card that promises a stream, and a document',
    'a2a.response',
    { instead: (frames) => Response.json(frames.at(-1)) },
  ],
  [
    'a frame of nothing that A2A has',
    'a2a.readable',
    only(1, (frames) => [...frames.slice(0, 2), { progress: 0.5 }, ...frames.slice(2)]),
  ],
  [
    'a response for another request',
    'a2a.readable',
    replyTo('GetTask', (reply) => ({ ...reply, id: 7 })),
  ],
  [
    'a state that there is not',
    'a2a.states',
    only(1, (frames) => reworded(frames, 'TASK_STATE_WORKING', 'TASK_STATE_THINKING')),
  ],
  [
    'a state in the spelling of the other version',
    'a2a.states',
    only(2, (frames) => reworded(frames, 'TASK_STATE_WORKING', 'working')),
  ],
  [
    'another context in an update',
    'a2a.same-task',
    {
      frames: (frames, _, { contextId }) => [
        ...frames.slice(0, -1),
        reworded(frames.at(-1) ?? {}, `"contextId":"${contextId}"`, '"contextId":"elsewhere"'),
      ],
    },
  ],
  [
    'updates without a context',
    'a2a.same-task',
    only(1, (frames) => reworded(frames, /"contextId":"[^"]+",/g, '')),
  ],
  [
    'another task in an update',
    'a2a.same-task',
    only(1, (frames) => [
      ...frames.slice(0, 1),
      reworded(frames[1] ?? {}, /"taskId":"[^"]+"/, '"taskId":"another"'),
      ...frames.slice(2),
    ]),
  ],
  [
    'an artifact after the end',
    'a2a.order',
    only(2, (frames) => [...frames, ...frames.slice(2, 3)]),
  ],
  [
    'it works again after its end',
    'a2a.order',
    only(2, (frames) => [...frames, ...frames.slice(1, 2)]),
  ],
  [
    'messages without ids',
    'a2a.messages',
    only(1, (frames) => reworded(frames, /"messageId":"[^"]+",/g, '')),
  ],
  [
    'chunks of an artifact out of order',
    'a2a.artifacts',
    only(1, ([task, working, one, two, ...rest]) =>
      [task, working, two, one, ...rest].filter((frame) => frame !== undefined),
    ),
  ],
  [
    'a chunk after the last one',
    'a2a.artifacts',
    only(1, (frames) => [...frames.slice(0, 4), ...frames.slice(3)]),
  ],
  [
    'a task that never ends',
    'a2a.ends',
    { frames: (frames, turn) => (turn === 2 ? frames.slice(0, -1) : frames), holds: true },
  ],
  [
    'a stream that is cut in the middle of its task',
    'a2a.ends',
    only(2, (frames) => frames.slice(0, 2)),
  ],
  [
    'input is required without a message',
    'a2a.question',
    only(1, (frames) =>
      reworded(frames, /,"message":\{[^{}]*\[\{"text":"Which train\?"\}\]\}/, ''),
    ),
  ],
  ['nothing follows the answer', 'a2a.continued', only(2, () => [])],
  [
    'the answer is refused',
    'a2a.continued',
    {
      instead: (_, turn) =>
        turn === 2
          ? Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'Lost it' } })
          : undefined,
    },
  ],
  [
    'the same question after its answer',
    'a2a.asked-once',
    ((asked: Json[] = []): A2aTampering => ({
      frames(frames, turn) {
        if (turn === 1) asked = frames.slice(-1);
        return turn === 1 ? frames : [...frames.slice(0, 2), ...asked];
      },
    }))(),
  ],
  [
    'a task that is kept in another state',
    'a2a.reread',
    replyTo('GetTask', (reply) => reworded(reply, 'COMPLETED', 'WORKING')),
  ],
  [
    'an artifact that is kept otherwise',
    'a2a.reread',
    replyTo('GetTask', (reply) => reworded(reply, 'Booked.', 'Bo')),
  ],
  ['a task that has ended is started again', 'a2a.finished', { startsAgain: true }],
  [
    'an error without a code',
    'a2a.unknown-task',
    replyTo('GetTask', (reply) => reworded(reply, '"code":-32001,', '')),
  ],
  [
    'an unknown task is a page',
    'a2a.unknown-task',
    { reply: (reply, method) => (method === 'GetTask' && 'error' in reply ? page() : reply) },
  ],
  [
    'an unknown method is a failure inside',
    'a2a.unknown-method',
    replyTo('countersign/check', (reply) => reworded(reply, '-32601', '-32603')),
  ],
  ['a broken body is a page', 'a2a.not-json', replyTo('parse', page)],
  [
    'a cancellation that is never answered',
    'a2a.cancel',
    replyTo('CancelTask', () => new Promise<never>(() => {})),
  ],
  [
    'a cancelled task that works on',
    'a2a.cancel',
    replyTo('GetTask', (reply) => reworded(reply, 'CANCELED', 'WORKING')),
  ],
];

export const a2aFaults: readonly Planted[] = table.map(([fault, found, tampering]) => ({
  ...{ fault, found, patienceMs: /ends$|cancel$/.test(found) ? 1_200 : 4_000 },
  start: () => startA2aAgent(tampering),
}));
