import { type Messages, setMessages } from './messages.ts';

interface Locale {
  /** As its own speakers write it. */
  name: string;
  load: () => Promise<Messages>;
}

/** The languages that are complete, by their tags; the first is taken where none fits. Each is a chunk of its own. */
export const locales: Readonly<Record<string, Locale>> = {
  en: { name: 'English', load: async () => (await import('./en/en.ts')).en },
  'zh-CN': { name: '中文（简体）', load: async () => (await import('./zh-cn/zh-cn.ts')).zhCn },
};

const KEY = 'countersign.language';

/** The language that was chosen on this machine; null = that of the browser. */
export function keptLanguage(known: Readonly<Record<string, unknown>> = locales): string | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept !== null && Object.hasOwn(known, kept) ? kept : null;
  } catch {
    // Storage may be off.
    return null;
  }
}

/** Keeps a language, or with null that of the browser. The page shows it once it is loaded again. */
export function keepLanguage(tag: string | null): void {
  try {
    if (tag === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, tag);
  } catch {
    // Storage may be off: the browser's language stays.
  }
}

/** The language of a tag and its script where that is another one: `zh-TW` is `zh-Hant`, which nobody should get in `zh-Hans`. */
function languageOf(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return tag.toLowerCase();
  }
}

/**
 * The language whose tag, or else whose language and script, is among the wished ones, the first wish first: `zh-SG` finds
 * `zh-CN`; `zh-TW` and `zh-HK`, which are written in another script, do not.
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

/** Loads the one language that is shown, and says which it is to the page. */
export async function loadMessages(): Promise<void> {
  const tag = keptLanguage() ?? localeFor(navigator.languages);
  const load = locales[tag]?.load;
  if (load === undefined) throw new Error(`There are no texts in ${tag}.`);
  setMessages(tag, await load());
  document.documentElement.lang = tag;
}
