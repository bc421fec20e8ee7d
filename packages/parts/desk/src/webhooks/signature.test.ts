import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createWebhookSecret, signCall } from './signature.ts';

it('signs like the published example of the scheme', () => {
  expect(
    signCall('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    }),
  ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it('is accepted by the code in the documentation for receivers', async () => {
  const page = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? '';
  const { isOurs } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  const secret = createWebhookSecret();
  const call = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body: '{"ä":1}' };
  const headers = {
    'webhook-id': call.id,
    'webhook-timestamp': String(call.timestamp),
    'webhook-signature': `v1,bm9uc2Vuc2U= ${signCall(secret, call)}`,
  };
  expect(isOurs(headers, call.body, secret)).toBe(true);
  expect(isOurs(headers, `${call.body} `, secret)).toBe(false);
  expect(isOurs(headers, call.body, createWebhookSecret())).toBe(false);
  const old = { ...headers, 'webhook-timestamp': String(call.timestamp - 600) };
  expect(isOurs(old, call.body, secret)).toBe(false);
});
