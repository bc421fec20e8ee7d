// The digest that a yes is about: that of the server (`call-digest.ts`), without dependencies.
import { createHash } from 'node:crypto';

/** RFC 8785 of what was parsed as JSON. @throws for what it cannot say exactly */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.keys(value)
      .sort()
      .map((name) => `${canonical(name)}:${canonical(value[name])}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    throw new Error('The call has half a character: it cannot be shown as it is.');
  }
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Error('The call has a number that cannot be shown exactly.');
  }
  return JSON.stringify(value);
}

export const digestOf = ({ agent, session, folder, tool, input }) =>
  `sha256:${createHash('sha256')
    .update(canonical({ agent, session, folder, tool, input }))
    .digest('hex')}`;
