import { isObject, type JsonObject } from '@countersign/json/json-object';

/** One question of an interrupted run (AG-UI 1.0); members of the wrong type count as absent. */
export interface Interrupt {
  id: string;
  reason: string;
  message?: string;
  toolCallId?: string;
  responseSchema?: unknown;
  expiresAt?: string;
  metadata?: JsonObject;
  subagentRunId?: string;
}

/** The interrupts of a RUN_FINISHED outcome, and the number of those without an id, which cannot be answered. */
export function interruptsOf(outcome: unknown): { interrupts: Interrupt[]; nameless: number } {
  if (!isObject(outcome) || outcome['type'] !== 'interrupt') return { interrupts: [], nameless: 0 };
  const listed = Array.isArray(outcome['interrupts']) ? outcome['interrupts'] : [];
  const interrupts = listed.flatMap((item) => readInterrupt(item) ?? []);
  return { interrupts, nameless: listed.length - interrupts.length };
}

/** An interrupt as far as it can be read; null without an id, since it cannot be answered then. */
export function readInterrupt(value: unknown): Interrupt | null {
  if (!isObject(value) || typeof value['id'] !== 'string' || value['id'] === '') return null;
  const text = (name: string) => {
    const member = value[name];
    return typeof member === 'string' && member !== '' ? { [name]: member } : {};
  };
  return {
    id: value['id'],
    reason: typeof value['reason'] === 'string' ? value['reason'] : 'unknown',
    ...text('message'),
    ...text('toolCallId'),
    ...text('expiresAt'),
    ...text('subagentRunId'),
    ...(value['responseSchema'] === undefined ? {} : { responseSchema: value['responseSchema'] }),
    ...(isObject(value['metadata']) ? { metadata: value['metadata'] } : {}),
  };
}
