import { locale } from './locale.ts';

/** Texts of screens that are rarely opened. They are loaded with their screens, in the chosen language. */
export const { affordancesText } =
  locale() === 'zh-CN'
    ? await import('./zh-cn/affordances.ts')
    : await import('./en/affordances.ts');
