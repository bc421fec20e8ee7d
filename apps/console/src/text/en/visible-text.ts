import { figure } from '../count.ts';

/** Texts shown in place of invisible characters. */
export const hiddenText = {
  many: (count: number) => `⟨${figure(count)} hidden characters⟩`,
};
