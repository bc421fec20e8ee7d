import type { Messages } from '../messages.ts';

export const scripts: Messages['visibleText']['scripts'] = {
  Latin: '拉丁字母',
  Cyrillic: '西里尔字母',
  Greek: '希腊字母',
  Armenian: '亚美尼亚字母',
  Coptic: '科普特字母',
  Cherokee: '切罗基字母',
  Lisu: '傈僳字母',
};
