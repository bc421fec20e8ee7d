import { promptFactSchema, type ShortPromptFact } from '@countersign/api/fact';
import { wireRowOf } from '@countersign/api/prompt-row';
import { customName, type HaiEvent } from '@countersign/hai/event';
import type { StreamRow } from '../store/row.ts';

/** Written once for all readers that do not follow the task. */
const written = new WeakMap<StreamRow, string>();
/** Most facts are about something else: they are not parsed. */
const sign = `"name":"${customName.prompt}"`;

/** The text of an event with the row of a prompt in place of the whole prompt; any other event as it is. */
export function shortEvent(row: StreamRow): string {
  const known = written.get(row);
  if (known !== undefined) return known;
  const text = shortened(row.data);
  written.set(row, text);
  return text;
}

function shortened(text: string): string {
  if (!text.includes(sign)) return text;
  const event = JSON.parse(text) as HaiEvent;
  if (event.type !== 'CUSTOM' || event.name !== customName.prompt) return text;
  const fact = promptFactSchema.safeParse(event.value);
  // Written by a version that this one cannot read well enough: readers get the fact unchanged.
  if (!fact.success) return text;
  const { change, prompt } = fact.data;
  const value: ShortPromptFact = { change, row: wireRowOf(prompt) };
  return JSON.stringify({ ...event, value });
}
