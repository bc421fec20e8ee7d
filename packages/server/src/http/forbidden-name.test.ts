import { type Asking, startAsking } from '@countersign/bff/testing/asking';
import { adminToken } from '@countersign/bff/testing/harness';
import { afterEach, expect, it } from 'vitest';

let asking: Asking | undefined;
afterEach(async () => {
  await asking?.close();
  asking = undefined;
});

it('refuses the only name that no field can have with a message, and accepts every other name', async () => {
  asking = await startAsking();
  const prompt = await asking.ask({ messageId: 'msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG' });
  const { app } = asking.harness;
  const edit = (value: string) =>
    app.inject({
      method: 'POST',
      url: `/api/prompts/${encodeURIComponent(prompt.id)}/decisions`,
      headers: {
        host: '127.0.0.1',
        authorization: `Bearer ${adminToken}`,
        'content-type': 'application/json',
      },
      payload: `{"feedback":{"type":"edit","content":{"value":${value}}},"digest":${JSON.stringify(prompt.digest)},"idempotencyKey":"key-of-the-edit-3f2b6c1e"}`,
    });
  for (const value of ['{"budget":11,"__proto__":{"a":1}}', '{"in":[{"\\u005f_proto__":1}]}']) {
    const refused = await edit(value);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      400,
      'No field can be named __proto__. Nothing was changed.',
    ]);
  }
  const notJson = await edit('{"__proto__"');
  expect([notJson.statusCode, notJson.json().detail]).not.toContain('__proto__');
  const taken = '{"budget":11,"constructor":{"prototype":{"polluted":1}},"said":"__proto__"}';
  expect((await edit(taken)).statusCode).toBe(201);
  const { message } = await asking.agent.feedback(0);
  expect(message.upFeedback?.content).toMatchObject({ value: JSON.parse(taken) });
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
