import { figure } from '../count.ts';

/** What is shown in place of characters that cannot be seen. */
export const hiddenWords = {
  many: (count: number) => `⟨${figure(count)} hidden characters⟩`,
};
