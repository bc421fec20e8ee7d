import { isObject } from '@countersign/json/json-object';
import type { Confirmation, Memory, Origin } from '@countersign/memory/model/memory';
import { storedJson } from '../store/stored-json.ts';

/** Knowledge of a seed pack has an id that begins with this. */
export const packPrefix = 'pack:';

type Older = Omit<Memory, 'origin' | 'confirmed'>;

/** A memory as it is stored. Older servers noted its origin, and who had confirmed it, in its content only. */
export function readStoredMemory(body: string): Memory {
  const stored = storedJson<Memory | Older>(body);
  if ('origin' in stored) return stored;
  return { ...stored, origin: originOf(stored), confirmed: confirmationOf(stored) } as Memory;
}

const infoOf = ({ sources, content }: Older) => {
  const info = content['source_info'];
  // What came from elsewhere may say anything of itself.
  return sources.length === 0 && isObject(info) ? info : {};
};

/** Who requested a task was not noted. */
function originOf(memory: Older): Origin {
  const [source] = memory.sources;
  const type = infoOf(memory)['source_type'];
  if (type === 'correction') return { kind: 'correction', caller: '' };
  if (type === 'trajectory') return { kind: 'work', caller: '' };
  if (source === undefined) return { kind: 'person', caller: null };
  return { kind: source.knowledgeId.startsWith(packPrefix) ? 'pack' : 'absorbed', caller: null };
}

/** What was absorbed, taken from a pack or noted was so by an operator, whose name is in the audit. */
function confirmationOf(memory: Older): Confirmation | null {
  const info = infoOf(memory);
  if (info['source_type'] === undefined) {
    return { id: '', name: 'an operator', at: memory.createdAt };
  }
  const review = info['reviewed_by'] ?? info['approved_by'];
  if (!isObject(review)) return null;
  const { id, name, at } = review;
  return { id: String(id ?? ''), name: String(name ?? ''), at: typeof at === 'number' ? at : 0 };
}
