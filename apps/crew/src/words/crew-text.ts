import { en } from './en.ts';
import { zhCn } from './zh-cn.ts';

/** What the hiring crew says to people, in one language. */
export type CrewText = typeof en;

/** The texts in a reader's language (BCP 47); English if the crew has none. */
export const crewTextFor = (language: string | null): CrewText =>
  readsChinese(language) ? zhCn : en;

/** Whether a reader's language is simplified Chinese. */
export function readsChinese(language: string | null): boolean {
  if (language === null) return false;
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  return spoken === 'zh' && script === 'Hans';
}
