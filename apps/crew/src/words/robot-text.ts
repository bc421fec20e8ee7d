import { readsChinese } from './crew-text.ts';
import { robotEn } from './robot-en.ts';
import { robotZhCn } from './robot-zh-cn.ts';

/** What the robot crew says to people, in one language. */
export type RobotText = typeof robotEn;

/** The texts in a reader's language (BCP 47); English if the crew has none. */
export const robotTextFor = (language: string | null): RobotText =>
  readsChinese(language) ? robotZhCn : robotEn;
