import { type Messages, setMessages } from './messages.ts';

interface Locale {
  /** Its name in the language itself. */
  name: string;
  load: () => Promise<Messages>;
}

/** The complete languages by their tags; the first is the default. Each is a separate chunk. */
export const locales: Readonly<Record<string, Locale>> = {
  en: { name: 'English', load: async () => (await import('./en/en.ts')).en },
  'zh-CN': { name: '中文（简体）', load: async () => (await import('./zh-cn/zh-cn.ts')).zhCn },
};

const KEY = 'countersign.language';

/** The language selected on this machine; null = that of the browser. */
export function keptLanguage(known: Readonly<Record<string, unknown>> = locales): string | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept !== null && Object.hasOwn(known, kept) ? kept : null;
  } catch {
    // Storage may be off.
    return null;
  }
}

/** Stores a language, or null for that of the browser. It takes effect after a reload. */
export function keepLanguage(tag: string | null): void {
  try {
    if (tag === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, tag);
  } catch {
    // Storage may be off: the browser's language stays.
  }
}

/** The language and script of a tag: `zh-TW` is `zh-Hant`, and must not be shown in `zh-Hans`. */
function languageOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return tag.toLowerCase();
  }
}

/**
 * The language that matches the preferred ones by tag, or else by language and script, in order of preference: `zh-SG` matches
 * `zh-CN`; `zh-TW` and `zh-HK`, which use another script, do not.
 */
export function localeFor(wishes: readonly string[], known = Object.keys(locales)): string {
  for (const wish of wishes) {
    const found =
      known.find((tag) => tag.toLowerCase() === wish.toLowerCase()) ??
      known.find((tag) => languageOf(tag) === languageOf(wish));
    if (found !== undefined) return found;
  }
  return known[0] ?? 'en';
}

/** Loads the selected language, and sets it as the language of the page. */
export async function loadMessages(): Promise<void> {
  const tag = keptLanguage() ?? localeFor(navigator.languages);
  const load = locales[tag]?.load;
  if (load === undefined) throw new Error(`There are no texts in ${tag}.`);
  setMessages(tag, await load());
  document.documentElement.lang = tag;
}
