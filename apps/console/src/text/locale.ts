/** The language that was chosen before the first render, as a BCP 47 tag; null until then. */
let chosen: string | null = null;

/** Sets the language of all texts, once, before anything is rendered. */
export function setLocale(tag: string): void {
  chosen = tag;
}

/** The tag of the chosen language, for `Intl`. Throws before it is set, so that no text is in a guessed language. */
export function locale(): string {
  if (chosen === null) throw new Error('A text was asked for before the language was chosen.');
  return chosen;
}

/** A formatter of the chosen language, created on first use: they are expensive to create and cheap to use. */
export function byLocale<T>(make: (tag: string) => T): () => T {
  let made: { tag: string; formatter: T } | null = null;
  return () => {
    const tag = locale();
    if (made?.tag !== tag) made = { tag, formatter: make(tag) };
    return made.formatter;
  };
}
