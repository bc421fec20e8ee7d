import { GarbageError } from './faults/damage.ts';

/** JSON as this server has written it into a table. Throws `GarbageError` for anything else: the page that held it is damaged. */
export function storedJson<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new GarbageError();
  }
}
