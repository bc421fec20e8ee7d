import type { CheckId } from '../titles.ts';
import {
  afterThe,
  at,
  frames,
  instead,
  ok,
  onEnd,
  pausedInWords,
  replaced,
  startAgent,
  startTalker,
  type Tamper,
  whenRefused,
  without,
} from './hai-agent.ts';
import type { Planted } from './planted.ts';

const table: readonly [fault: string, found: CheckId, tamper: Tamper, says?: RegExp][] = [
  [
    'a response of another type',
    'stream.content-type',
    frames((frame) => frame, { 'content-type': 'application/json' }),
  ],
  ['no RUN_STARTED', 'stream.begins', without('"RUN_STARTED"')],
  ['no end', 'stream.ends', without('"RUN_FINISHED"')],
  ['a message that is never ended', 'stream.order', without('"BUSINESS_DATA_END"')],
  [
    'a frame that is not JSON',
    'stream.readable',
    replaced('"type":"BUSINESS_DATA_START"', '"type":BUSINESS_DATA_START'),
  ],
  [
    'a call of a tool without an id',
    'stream.readable',
    replaced('"type":"BUSINESS_DATA_CONTENT"', '"type":"TOOL_CALL_START"'),
  ],
  ['an unknown state', 'message.messages', replaced('"state":"completed"', '"state":"all good"')],
  [
    'a confidence in words',
    'message.members',
    replaced('"confidence":0.4', '"confidence":"quite sure"'),
  ],
  [
    'a state that does not follow',
    'message.transitions',
    replaced('"state":"completed"', '"state":"followup"'),
  ],
  [
    'a question that is too large to be shown',
    'message.size',
    replaced(
      '"state":"needsHumanDecision"',
      `"rows":"${'x'.repeat(500_000)}","state":"needsHumanDecision"`,
    ),
  ],
  ['an unknown run is accepted', 'answer.unknown-run', whenRefused('/feedback', ok)],
  ['an unknown question is accepted', 'answer.unknown-question', whenRefused('/feedback', ok)],
  ['an unknown kind is accepted', 'answer.unknown-kind', whenRefused('/feedback', ok)],
  ['a second answer is accepted', 'answer.once', whenRefused('/feedback', ok)],
  [
    'refusals in plain text',
    'answer.problem',
    whenRefused('/feedback', () => new Response('no', { status: 404 })),
  ],
  [
    'an answer that fails',
    'answer.delivered',
    at('/feedback', () => Response.json({ title: 'Failed' }, { status: 500 })),
  ],
  [
    'an empty reply',
    'answer.reply',
    at('/feedback', async (_, good) => ((await good()).ok ? Response.json({}) : good())),
  ],
  [
    'a repeated delivery is refused',
    'answer.repeated',
    ((seen = new Set<unknown>()) =>
      at('/feedback', (body, good) => {
        const key = body['idempotencyKey'];
        if (seen.has(key)) return Response.json({ title: 'Again' }, { status: 409 });
        seen.add(key);
        return good();
      }))(),
  ],
  ['no acknowledgement', 'answer.acknowledged', without('Answer received.')],
  [
    'the end of a question is refused',
    'answer.ended',
    onEnd(() => Response.json({ title: 'No upFeedback' }, { status: 400 })),
  ],
  ['a run waits for ever when its question has ended', 'answer.ended-on', onEnd(ok)],
  [
    'the same run is started again',
    'run.same-run',
    ((n = 0) =>
      at('/', async (body, good) => {
        n += 1;
        return frames((frame) => frame.replace('I look into it.', `Attempt ${n}.`))(() => good())(
          new Request('http://localhost/', { method: 'POST', body: JSON.stringify(body) }),
        );
      }))(),
  ],
  ['frames without ids', 'rejoin.ids', frames((frame) => frame.replace(/^id: \d+\n/, ''))],
  [
    'rejoined from the beginning',
    'rejoin.rejoin',
    (good) => (request) => {
      const headers = new Headers(request.headers);
      headers.delete('last-event-id');
      return good(new Request(request, { headers }));
    },
  ],
  [
    'a bad body is a failure of the server',
    'refusal.not-json',
    whenRefused('/', () => new Response('', { status: 500 })),
  ],
  [
    'a run without ids is begun',
    'refusal.no-ids',
    whenRefused('/', () => new Response('data: {}\n\n')),
  ],
  [
    'control of an unknown run succeeds',
    'control.unknown-run',
    whenRefused('/control', () => Response.json({ status: 'paused' })),
  ],
  ['a pause that is not confirmed', 'control.pause-confirmed', without('"status":"paused"')],
  ['a stop that is not confirmed', 'control.stop-confirmed', without('"status":"stopped"')],
  [
    'a key that is not checked',
    'control.key',
    at('/control', async (body, good) => {
      const response = await good();
      return response.status === 409 && body['action'] === 'stop'
        ? Response.json({ status: 'stopping' })
        : response;
    }),
  ],
  [
    'a pause that is only said',
    'control.silent',
    afterThe('"paused"', 'data: {"type":"CUSTOM","name":"tick"}'),
  ],
  ['text that streams on while it is paused', 'control.silent', pausedInWords],
  [
    'a control is answered for another run',
    'control.pause',
    at('/control', async (_, good) => {
      const response = await good();
      if (!response.ok) return response;
      return Response.json({ ...(await response.json()), runId: 'another' });
    }),
    /^runId was another/,
  ],
  [
    'a proposal that does not fit its schema',
    'message.fits',
    replaced('"amount":12.5', '"amount":"a lot"'),
    /amount/,
  ],
  [
    'an end of a question that is no time',
    'message.members',
    replaced('"state":"needsHumanDecision"', '"expiresAt":"tomorrow","state":"needsHumanDecision"'),
    /expiresAt/,
  ],
  [
    'a change of a state that there is not',
    'stream.changes',
    instead('"BUSINESS_DATA_CONTENT"', {
      type: 'STATE_DELTA',
      delta: [{ op: 'replace', path: '/order/total', value: 12.5 }],
    }),
    /\/order\/total/,
  ],
  [
    'a misspelt type of an event',
    'stream.known-types',
    replaced('"BUSINESS_DATA_CONTENT"', '"BUSINESS_DATA_CONTNET"'),
    /BUSINESS_DATA_CONTNET/,
  ],
];

export const haiFaults: readonly Planted[] = table.map(([fault, found, tamper, says]) => ({
  ...{ fault, found, patienceMs: /confirmed|acknowledge/.test(found) ? 2_000 : 8_000 },
  ...(says === undefined ? {} : { says }),
  start: () => (tamper === pausedInWords ? startTalker(tamper) : startAgent(tamper)),
}));
