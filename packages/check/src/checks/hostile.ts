import { randomUUID } from 'node:crypto';
import type { Notebook } from '../finding.ts';
import type { Target } from '../target.ts';

const ids = { threadId: randomUUID(), runId: randomUUID() };

const cases: readonly [id: string, title: string, body: string, headers: Record<string, string>][] =
  [
    ['not-json', 'A body that is not JSON is refused', '{"threadId":', {}],
    ['not-an-object', 'A body that is no object is refused', '[]', {}],
    ['no-ids', 'A run without ids is refused', '{"messages":[]}', {}],
    [
      'wrong-type',
      'A body of another type is refused',
      'threadId=1',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
    [
      'foreign-origin',
      'A request of a page of another site is refused',
      JSON.stringify({ ...ids, messages: [] }),
      { origin: 'https://elsewhere.invalid' },
    ],
  ];

/** Requests that must not start a run. */
export async function checkHostile(target: Target, note: Notebook): Promise<void> {
  for (const [id, title, body, headers] of cases) {
    try {
      const { status } = await target.post(target.agent.url, body, headers);
      if (status >= 400 && status < 500) note.pass(id, title);
      else if (id === 'foreign-origin' && status === 200) {
        await target.stop(ids);
        note.warn(
          id,
          title,
          'It was accepted. An agent on the machine of an operator can be reached by every page that is open there: check the header Origin.',
        );
      } else note.fail(id, title, `The status was ${status}; answer with a 4xx and problem+json.`);
    } catch (error) {
      note.fail(
        id,
        title,
        `The request failed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
