import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';

export const hiddenWords: Messages['visibleText']['hiddenWords'] = {
  many: (count) => `⟨${figure(count)} 个隐藏字符⟩`,
};
