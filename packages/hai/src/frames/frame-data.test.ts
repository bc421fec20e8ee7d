import { expect, it } from 'vitest';
import type { SseFrame } from '../sse.ts';
import { dataOfFrame } from './frame-data.ts';

it('takes the type from the event field where the data has none', () => {
  expect(
    dataOfFrame({ event: 'TEXT_MESSAGE_CONTENT', data: '{"messageId":"m","delta":"x"}' }),
  ).toBe('{"messageId":"m","delta":"x","type":"TEXT_MESSAGE_CONTENT"}');
});

it.each<[SseFrame, string]>([
  [{ event: 'update', data: '{"type":"RUN_STARTED"}' }, 'a type of its own'],
  [{ event: 'message', data: '{"delta":"x"}' }, 'the name of frames without one'],
  [{ data: '{"delta":"x"}' }, 'no name'],
  [{ event: 'RUN_STARTED', data: '[1]' }, 'no object'],
  [{ event: 'RUN_STARTED', data: '{"broken' }, 'broken text'],
])('leaves %j alone: %s', (frame) => expect(dataOfFrame(frame)).toBe(frame.data));
