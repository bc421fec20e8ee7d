import type { Prompt } from '@countersign/api/prompt';

const soonMs = 3_600_000;

/** The latest deadline that is soon, epoch ms: what is due by then is due within the hour. */
export const dueSoonBy = (now: number): number => now + soonMs;

/** Whether a deadline is within the hour, or has passed. */
export const isDueSoon = ({ expiresAt }: Pick<Prompt, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && expiresAt <= dueSoonBy(now);
