import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';

export const jsonLabels: Messages['json']['jsonLabels'] = {
  showAll: (characters) => `显示全部 ${figure(characters)} 个字符`,
  more: (members) => `另有 ${figure(members)} 项`,
};
