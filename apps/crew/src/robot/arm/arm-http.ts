import { guard } from '@countersign/agent/guard';
import { readMovement } from '../formal-goal.ts';
import type { Arm, Ordered, Refusal } from './arm.ts';
import { armManual, armThing, safetyManual } from './descriptions.ts';

export interface ArmService {
  /** The arm over plain HTTP, with its two descriptions. */
  fetch(request: Request): Promise<Response>;
}

const statuses: Readonly<Record<Refusal['code'], number>> = {
  'out-of-reach': 422,
  'joint-limit': 422,
  zone: 422,
  busy: 409,
  held: 409,
};
/** An order is one line. */
const maxChars = 200;
/** Of the newest orders it is known that they were given. */
const keptKeys = 200;

const problem = (status: number, detail: string, code?: string): Response =>
  Response.json(
    { type: 'about:blank', status, detail, ...(code === undefined ? {} : { code }) },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

const answerTo = (ordered: Ordered): Response =>
  ordered.ok
    ? Response.json({ accepted: true, ...ordered, ok: undefined }, { status: 202 })
    : problem(statuses[ordered.refusal.code], ordered.refusal.detail, ordered.refusal.code);

/** Serves an arm. An order with an `Idempotency-Key` that it had before is answered as before, and not carried out again. */
export function createArmService(arm: Arm): ArmService {
  const known = new Map<string, Response>();
  const once = (request: Request, order: () => Ordered): Response => {
    const key = request.headers.get('idempotency-key');
    const before = key === null ? undefined : known.get(key);
    if (before !== undefined) return before.clone();
    const answer = answerTo(order());
    // A refused order may be given again: nothing was done.
    if (key === null || !answer.ok) return answer;
    known.set(key, answer.clone());
    const [oldest] = known.keys();
    if (known.size > keptKeys && oldest !== undefined) known.delete(oldest);
    return answer;
  };

  const operate = async (request: Request): Promise<Response> => {
    const type = request.headers.get('content-type') ?? '';
    if (!/^text\/plain\b/i.test(type)) return problem(415, 'The body is text/plain.');
    const text = await request.text();
    const movement = text.length > maxChars ? null : readMovement(text);
    if (movement === null) {
      return problem(400, 'The body is one order, such as move(10) or rotate(-30).', 'no-order');
    }
    return once(request, () => arm.move(movement));
  };

  const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
    'GET /pose': () => Response.json(arm.read()),
    'POST /operation': operate,
    'POST /initialize': (request) => once(request, arm.initialize),
    'POST /stop': () => Response.json(arm.stop()),
    'POST /reset': () => Response.json(arm.reset()),
    'GET /utcp': ({ url }) => Response.json(armManual(new URL(url).origin)),
    'GET /safety': ({ url }) => Response.json(safetyManual(new URL(url).origin)),
    'GET /thing': ({ url }) =>
      new Response(JSON.stringify(armThing(new URL(url).origin)), {
        headers: { 'content-type': 'application/td+json' },
      }),
    // Of the simulation, and in no description: the next motion stalls halfway.
    'POST /simulation/stall': () => {
      arm.stallNext();
      return new Response(null, { status: 204 });
    },
  };
  return {
    async fetch(request) {
      const refused = guard(request, []);
      if (refused !== null) return refused;
      const { pathname } = new URL(request.url);
      const route = routes[`${request.method} ${pathname}`];
      if (route !== undefined) return route(request);
      const isKnown = Object.keys(routes).some((key) => key.endsWith(` ${pathname}`));
      return isKnown ? problem(405, 'Another method is used here.') : problem(404, 'Not here.');
    },
  };
}
