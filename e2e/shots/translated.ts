import type { Locator, Page } from '@playwright/test';
import { en } from '../../apps/console/src/text/en/en.ts';
import { setLocale } from '../../apps/console/src/text/locale.ts';
import { rooms } from '../../apps/console/src/text/rooms.ts';
import { zhCn } from '../../apps/console/src/text/zh-cn/zh-cn.ts';

type Wanted = string | RegExp;
type Pair = readonly [english: string, chinese: string];

/** What stands for the parameters of a message, by position; texts never contain these characters. */
const firstBlank = 0xe000;
const blanks = Array.from({ length: 6 }, (_, index) => String.fromCharCode(firstBlank + index));
const isBlank = /[\ue000-\ue005]/;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The results of a message with parameters: with texts, and with numbers. */
function filled(message: unknown, tag: string): string[] {
  if (typeof message !== 'function') return [];
  setLocale(tag);
  return [blanks, [7, 7, 7, 7]].flatMap((given) => {
    try {
      const text: unknown = Reflect.apply(message, undefined, given);
      return typeof text === 'string' ? [text] : [];
    } catch {
      // Another kind of parameter.
      return [];
    }
  });
}

function pairsOf(english: unknown, chinese: unknown): Pair[] {
  if (typeof english === 'string') {
    return typeof chinese === 'string' && english !== '' ? [[english, chinese]] : [];
  }
  if (typeof english === 'function') {
    const [ones, others] = [filled(english, 'en'), filled(chinese, 'zh-CN')];
    // Whatever the parameters in English, its pattern in Chinese is that of texts.
    return others[0] === undefined ? [] : ones.map((one): Pair => [one, others[0] ?? '']);
  }
  if (typeof english !== 'object' || english === null) return [];
  const others = new Map<string, unknown>(Object.entries(chinese ?? {}));
  return Object.entries(english).flatMap(([name, value]) => pairsOf(value, others.get(name)));
}

/** Those of screens that load their own messages too. */
const ofRooms = await Promise.all(
  Object.values(rooms).map(async (load) => pairsOf(await load['en']?.(), await load['zh-CN']?.())),
);
const pairs = [...pairsOf(en, zhCn), ...ofRooms.flat()];

/** A text of a message as a pattern: any text in place of a parameter, any number in place of a number. */
const patternOf = (text: string) =>
  escaped(text)
    .replaceAll(/[\ue000-\ue005]/g, '.*')
    // A number made of a blank is `NaN`.
    .replaceAll(/NaN|7/g, '[\\d.,]+');

/** In Chinese, a text that is a whole message in English, or one with its parameters filled in. */
function wholeIn(text: string): string[] {
  const same = pairs.filter(([english]) => english === text);
  if (same.length > 0) return same.map(([, chinese]) => chinese);
  return pairs.flatMap(([english, chinese]) => {
    if (!isBlank.test(english)) return [];
    const found = new RegExp(`^${escaped(english).replaceAll(/[\ue000-\ue005]/g, '(.+)')}$`).exec(
      text,
    );
    const order = english.match(/[\ue000-\ue005]/g) ?? [];
    if (found === null || order.join('') === english) return [];
    const values = new Map(order.map((blank, index) => [blank, found[index + 1] ?? '']));
    return [
      chinese.replaceAll(/[\ue000-\ue005]/g, (blank) => {
        const value = values.get(blank) ?? '';
        return wholeIn(value)[0] ?? value;
      }),
    ];
  });
}

/** What to look for on a page that may be in English or in Chinese. */
function translated(wanted: Wanted, isExact: boolean): Wanted {
  if (typeof wanted === 'string') {
    const words = [...new Set(wholeIn(wanted))];
    if (words.length === 0) return wanted;
    const either = [wanted, ...words].map(escaped).join('|');
    return isExact ? new RegExp(`^(?:${either})$`) : new RegExp(either, 'i');
  }
  const words = pairs
    .filter(([english]) => wanted.test(english))
    .map(([, chinese]) => patternOf(chinese))
    .filter((pattern) => !/^[.*]*$/.test(pattern));
  if (words.length === 0) return wanted;
  // A pattern for the beginning of a text is one for that of its Chinese texts, too.
  const start = /^\^[^|]*$/.test(wanted.source) ? '^' : '';
  const either = [...new Set(words)].map((pattern) => `${start}(?:${pattern})`);
  return new RegExp([wanted.source, ...either].join('|'), wanted.flags);
}

const byText = ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle'];
const byOption = { getByRole: 1, locator: 1, filter: 0 };
const isWanted = (value: unknown): value is Wanted =>
  typeof value === 'string' || value instanceof RegExp;

function translatedOptions(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  const isExact = 'exact' in options && options.exact === true;
  const entries = Object.entries(options).map(([key, value]) => [
    key,
    ['name', 'hasText'].includes(key) && isWanted(value) ? translated(value, isExact) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Pages and locators of this process find what is named in English by its Chinese name, too. */
export function findTranslated(page: Page): void {
  for (const one of [page, page.locator('body')]) alter(Object.getPrototypeOf(one));
}

const altered = new Set<object>();

function alter(methods: Record<keyof Page | keyof Locator, unknown>): void {
  if (altered.has(methods)) return;
  altered.add(methods);
  const replace = (name: string, change: (given: unknown[]) => unknown[]) => {
    const method: unknown = Reflect.get(methods, name);
    if (typeof method !== 'function') return;
    Reflect.set(methods, name, function (this: unknown, ...given: unknown[]) {
      return Reflect.apply(method, this, change(given));
    });
  };
  for (const name of byText) {
    replace(name, ([wanted, options]) => {
      const isExact = JSON.stringify(options)?.includes('"exact":true') === true;
      return [isWanted(wanted) ? translated(wanted, isExact) : wanted, options];
    });
  }
  for (const [name, index] of Object.entries(byOption)) {
    replace(name, (given) =>
      given.map((value, at) => (at === index ? translatedOptions(value) : value)),
    );
  }
}
