import { say } from '@countersign/api/statements';
import type { WrittenStatement } from '@countersign/json/statement';

const code = 'delivery.unconfirmed';

/** Why an attempt has failed that may have arrived. */
export const unconfirmed = (agent: string, why: WrittenStatement): WrittenStatement =>
  say(code, { agent, why });

/** INVARIANT: the reason of an attempt that may have arrived is kept until the answer has an outcome (`lost-reply.test.ts`). */
export const unconfirmedCode = code;
