import { indexTerms, isUnspaced } from '@countersign/search/search-text';
import { chineseWords } from './chinese-words.ts';

/** Words that say nothing of what is wanted. */
const emptyWords = new Set(
  (
    'the a an to of on or for in into is be by from and it its that this with has been was are i want wants wanted agent ' +
    'agents must eg no if based form then whether how what where their they will who which when why there here these those as ' +
    'at about can could should would may do does did done not only so such than them he she his her him we our us you your me ' +
    'my mine am were being have had having need needs needed needing some any each every all both few more most other own same ' +
    'too very just also now please like out up down over under again once per via using use used one ones let lets get gets ' +
    'getting'
  ).split(' '),
);

/**
 * The words of a text that say something, in their order: English in small letters, Chinese as its English equivalents and as pairs of
 * characters, other scripts as they are. Names are split where they are written together.
 */
export function contentWords(text: string): string[] {
  const apart = text.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/_/g, ' ');
  const terms = [...indexTerms(apart), ...chineseWords(apart)];
  // A single character of Chinese is in too many words; one letter is a variable.
  return terms.filter((term) => [...term].length > 1 && !emptyWords.has(term));
}

/** Whether a term is a pair of characters, which has no stem and no vector. */
export const isPair = (term: string): boolean => isUnspaced(term);
