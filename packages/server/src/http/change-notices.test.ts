import { type Crowd, startCrowd } from '@countersign/bff/testing/prompt-crowd';
import { openStream, type StreamFrames } from '@countersign/bff/testing/stream-frames';
import { afterEach, expect, it } from 'vitest';

let crowd: Crowd;
let stream: StreamFrames;
afterEach(async () => {
  stream?.close();
  await crowd?.close();
});

it('notifies every operator of a changed list, but not of refused requests or reads', async () => {
  crowd = await startCrowd();
  const { vera } = await crowd.join(['vera'], 'viewer');
  stream = await openStream(await crowd.harness.listen(), vera);
  const { request } = crowd.harness;
  // For the operator added a moment ago.
  await stream.until(() => stream.news('changed').length === 1);
  await request('GET', '/api/rules');
  expect((await request('PUT', '/api/rules/stopped', { stopped: true }, vera)).status).toBe(403);
  expect((await request('DELETE', '/api/rules/none')).status).toBe(404);
  await request('PUT', '/api/rules/stopped', { stopped: true });
  await stream.until(() => stream.news('changed').length === 2);
  await crowd.join(['ann']);
  await stream.until(() => stream.news('changed').length === 3);
  expect(stream.news('changed')).toEqual([
    { what: 'operators' },
    { what: 'rules' },
    { what: 'operators' },
  ]);
  expect(stream.frames.find(({ event }) => event === 'changed')?.id).toBeUndefined();
});
