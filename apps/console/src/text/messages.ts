import type { en } from './en/en.ts';
import { setLocale } from './locale.ts';

/** The type of the messages in any language: their names and parameters, without the texts. */
export type Shape<T> = T extends string
  ? string
  : T extends (...given: infer Given) => infer Words
    ? (...given: Given) => Shape<Words>
    : { readonly [Name in keyof T]: Shape<T[Name]> };

/** Every message of the console by name: `Messages['inboxText']`. The compiler checks each language against it. */
export type Messages = Shape<typeof en>;

let chosen: Messages | null = null;

/** Sets the language and its messages, before any module that shows one is loaded. */
export function setMessages(tag: string, messages: Messages): void {
  setLocale(tag);
  chosen = messages;
}

/** The messages of the chosen language. Throws before one is chosen. */
export function messages(): Messages {
  if (chosen === null) throw new Error('A message was read before the language was chosen.');
  return chosen;
}
