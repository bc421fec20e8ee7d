import type { Prompt } from '@countersign/api/prompt';
import { isFree } from '@countersign/desk/rule-life';
import type { Reading } from '@countersign/server/store/port';
import { wasRecalled } from '../rows/rules.ts';

/** Whether rules may answer a prompt at all. */
export const mayRulesAnswer = async (
  reading: Reading,
  prompt: Prompt,
  now: number,
): Promise<boolean> => isFree(prompt, { wasRecalled: await wasRecalled(reading, prompt.id), now });
