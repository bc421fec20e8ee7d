import { contradictionsSchema, reviewCorrectionsSchema } from '@countersign/api/knowledge-memory';
import { type HttpHandler, http } from 'msw';
import { problemResponse } from '../../../testing/problem-response.ts';
import { rowOf, sampleMemories } from './sample-memories.ts';

/** A server on which the pending correction of the city contradicts the approved one, until a person chooses which one holds. */
export function contradicting(net: { answer: (...handlers: HttpHandler[]) => void }) {
  let refused = 0;
  const rows = new Map(sampleMemories(Date.now()).map((each) => [each.id, rowOf(each)]));
  const correction = rows.get('correction-city-pending');
  const older = rows.get('correction-city-active');
  const contradicts = contradictionsSchema.parse([
    {
      correction,
      others: [
        {
          memory: { ...older, correction: { ...older?.correction, taskId: 'task-older' } },
          places: [{ path: '/city', mine: 'Munich', theirs: 'Leipzig' }],
          mayKeepBoth: true,
        },
      ],
    },
  ]);
  net.answer(
    http.post('*/api/knowledge/reviews', async ({ request }) => {
      const { reviews } = reviewCorrectionsSchema.parse(await request.clone().json());
      const asks = reviews.some(
        ({ id, verdict, replaces, keepBoth }) =>
          id === correction?.id && verdict === 'approve' && !keepBoth && replaces.length === 0,
      );
      if (!asks) return;
      refused += 1;
      return problemResponse(409, 'contradicts-approved', 'It contradicts', { contradicts });
    }),
  );
  return { refusals: () => refused };
}
