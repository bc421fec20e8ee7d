import { stem } from './stem.ts';

/**
 * Verbs that mean the same of a tool: what an agent calls “notify”, its description calls “provide feedback”. Vectors of words are
 * learned from news and do not know that.
 */
const classes = [
  'read get fetch retrieve return obtain receive load look see view show list check know query find search lookup',
  'write set update store save change modify edit put adjust',
  'create add make open file register generate new build produce',
  'delete remove clear erase drop cancel close',
  'send notify tell report inform feedback announce message communicate share provide',
  'convert turn translate transform formalize formalise express parse rewrite',
  'control operate operation perform move rotate run execute drive act steer command',
  'start begin initialize initialise activate boot launch enable',
  'stop end halt disable deactivate',
  'ask request query question',
];

const byWord = new Map<string, Set<number>>();
for (const [number, line] of classes.entries()) {
  for (const word of line.split(' ')) {
    for (const form of [word, stem(word)]) {
      byWord.set(form, (byWord.get(form) ?? new Set()).add(number));
    }
  }
}

const none: ReadonlySet<number> = new Set();

/** The numbers of the classes of a word, in any of its forms. */
export const verbClasses = (word: string): ReadonlySet<number> =>
  byWord.get(word) ?? byWord.get(stem(word)) ?? none;

export function isSameVerb(one: string, other: string): boolean {
  const classesOfOther = verbClasses(other);
  if (classesOfOther.size === 0) return false;
  for (const number of verbClasses(one)) if (classesOfOther.has(number)) return true;
  return false;
}
