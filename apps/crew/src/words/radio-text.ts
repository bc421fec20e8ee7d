import { readsChinese } from './crew-text.ts';
import { radioEn } from './radio-en.ts';
import { radioZhCn } from './radio-zh-cn.ts';

/** What the radio crew says to people, in one language. */
export type RadioText = typeof radioEn;

/** The texts in a reader's language (BCP 47); English if the crew has none. */
export const radioTextFor = (language: string | null): RadioText =>
  readsChinese(language) ? radioZhCn : radioEn;
