import { figure } from '../count.ts';
import type { Messages } from '../messages.ts';
import { spaced } from './spaced.ts';

export const jsonLabels: Messages['json']['jsonLabels'] = {
  showAll: (characters) => spaced`显示全部${figure(characters)}个字符`,
  more: (members) => spaced`另有${figure(members)}项`,
};
