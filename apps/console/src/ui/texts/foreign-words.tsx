import { visibleText } from '../../text/visible-text.ts';

/**
 * Words of an agent or a person within a sentence of the console. Their language is unknown, which is what an empty `lang` says:
 * a screen reader does not pronounce them, and no browser breaks them, as words of the language of the page.
 */
export const foreignWords = (words: string) => <bdi lang="">{visibleText(words)}</bdi>;
