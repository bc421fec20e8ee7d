import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const hiddenText: Messages['visibleText']['hiddenText'] = {
  many: (count) => spaced`⟨${figure(count)}个隐藏字符⟩`,
};
