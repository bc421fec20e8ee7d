import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';

export const hiddenText: Messages['visibleText']['hiddenText'] = {
  many: (count) => `⟨${figure(count)} 个隐藏字符⟩`,
};
