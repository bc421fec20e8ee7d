import type { Safety } from '../model/signifier.ts';

/** What a method of HTTP promises (RFC 9110, section 9.2). One that promises nothing may destroy. */
export function methodSafety(method: string): Safety {
  const readOnly = ['GET', 'HEAD', 'OPTIONS'].includes(method);
  return {
    readOnly,
    destructive: !readOnly,
    idempotent: readOnly || ['PUT', 'DELETE'].includes(method),
    source: readOnly ? 'method' : 'default',
  };
}
