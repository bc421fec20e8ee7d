import { type Fault, faultAt } from '@countersign/json/fault';
import { z } from 'zod';
import { say } from '../statements.ts';
import { choiceFaults, durationFaults, lengthFaults, limits } from './check-text.ts';
import { durationMs } from './duration.ts';
import type { EphemeralCheck, PersistentCheck } from './service.ts';

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

export const ephemeralShape = z.looseObject({
  check_type: text,
  renewal_interval: text,
  renewal_unhealthy_timeout: text,
  renewal_delete_timeout: text,
});

export const persistentShape = z.looseObject({
  check_type: text,
  check_http_url: text,
  check_http_method: text,
  check_interval: text,
  check_timeout: text,
  check_unhealthy_timeout: text,
});

/** A check, and what is wrong with it. */
interface CheckedCheck<Check> {
  check: Check;
  faults: Fault[];
}

/** Fills in 15, 30 and 60 seconds: what the schema says, and not what the public registry fills in (30, 15 and 60). */
export function readEphemeralCheck(
  sent: z.infer<typeof ephemeralShape>,
  path: string,
): CheckedCheck<EphemeralCheck> {
  const check: EphemeralCheck = {
    check_type: 'TTL',
    renewal_interval: sent.renewal_interval || '15s',
    renewal_unhealthy_timeout: sent.renewal_unhealthy_timeout || '30s',
    renewal_delete_timeout: sent.renewal_delete_timeout || '60s',
  };
  const { renewal_interval: interval, renewal_unhealthy_timeout: unhealthy } = check;
  const durations = (
    ['renewal_interval', 'renewal_unhealthy_timeout', 'renewal_delete_timeout'] as const
  ).flatMap((name) => durationFaults(`${path}/${name}`, check[name]));
  const faults = [
    ...choiceFaults(`${path}/check_type`, sent.check_type || 'TTL', ['TTL']),
    ...durations,
  ];
  if (durations.length > 0) return { check, faults };
  // Otherwise a service that renews in time is unhealthy or removed in between.
  const orders: Fault[][] = [
    orderFaults(`${path}/renewal_unhealthy_timeout`, unhealthy, {
      name: 'renewal_interval',
      text: interval,
    }),
    orderFaults(`${path}/renewal_delete_timeout`, check.renewal_delete_timeout, {
      name: 'renewal_unhealthy_timeout',
      text: unhealthy,
    }),
  ];
  return { check, faults: [...faults, ...orders.flat()] };
}

const orderFaults = (
  path: string,
  later: string,
  { name, text }: { name: string; text: string },
): Fault[] =>
  (durationMs(later) ?? 0) > (durationMs(text) ?? 0)
    ? []
    : [faultAt(path, say('uap.order', { name }))];

/** Fills in a request every 15 seconds of at most 5, and unhealthy after 60 without success. */
export function readPersistentCheck(
  sent: z.infer<typeof persistentShape>,
  path: string,
): CheckedCheck<PersistentCheck> {
  const type = sent.check_type.toUpperCase();
  const method = sent.check_http_method.toUpperCase() || 'GET';
  const check: PersistentCheck = {
    check_type: type === 'HTTPS' ? 'HTTPS' : 'HTTP',
    check_http_url: sent.check_http_url,
    check_http_method: method === 'HEAD' || method === 'OPTIONS' ? method : 'GET',
    check_interval: sent.check_interval || '15s',
    check_timeout: sent.check_timeout || '5s',
    check_unhealthy_timeout: sent.check_unhealthy_timeout || '60s',
  };
  const durations = ['check_interval', 'check_timeout', 'check_unhealthy_timeout'] as const;
  return {
    check,
    faults: [
      ...choiceFaults(`${path}/check_type`, type, ['HTTP', 'HTTPS']),
      ...choiceFaults(`${path}/check_http_method`, method, ['GET', 'HEAD', 'OPTIONS']),
      ...(check.check_http_url.startsWith('/') && !check.check_http_url.startsWith('//')
        ? lengthFaults(`${path}/check_http_url`, check.check_http_url, limits.path)
        : [faultAt(`${path}/check_http_url`, say('uap.path'))]),
      ...durations.flatMap((name) => durationFaults(`${path}/${name}`, check[name])),
    ],
  };
}
