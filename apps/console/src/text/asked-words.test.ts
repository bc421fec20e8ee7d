import { origins } from '@countersign/adapters/mcp-server/origins';
import { elicitationQuestion } from '@countersign/adapters/mcp-server/question';
import { upFormatOrigin } from '@countersign/api/origin';
import { afterEach, expect, it, vi } from 'vitest';
import { anyPrompt } from '../testing/any-prompt.ts';

afterEach(() => vi.resetModules());

async function wordsIn(locale: 'en' | 'zh-CN') {
  vi.resetModules();
  const { setMessages } = await import('./messages.ts');
  const { locales } = await import('./locales.ts');
  const messages = await locales[locale]?.load();
  if (messages === undefined) throw new Error(`no texts for ${locale}`);
  setMessages(locale, messages);
  return import('./asked-words.ts');
}

const { message } = elicitationQuestion(
  { mode: 'url', url: 'https://bank.example/pay', message: 'Pay the fee' },
  { id: 'q', toolName: 'pay', server: 'Bank' },
);
const { message: place } = anyPrompt('q');
const asked = anyPrompt('q', {
  ask: message.upPrompt?.ask ?? '',
  origin: origins.url,
  message: { ...place, ...message },
});

it('what the server says in a question is in the chosen language, the words of others as they are', async () => {
  const { askText, readMessage } = await wordsIn('zh-CN');
  expect(askText(asked)).toBe('Bank 问：Pay the fee');
  const { explanation, upPrompt } = readMessage(asked);
  expect(explanation).toBe(
    '此地址位于 https://bank.example。打开之前，请确认你认识这台主机。\n\n> https://bank.example/pay',
  );
  expect(upPrompt?.answers?.reject).toEqual({ label: '谢绝', effect: 'Bank 会得知你已谢绝。' });
});

it('in English, and of an agent that claims to say what the server says, it is as received', async () => {
  const english = await wordsIn('en');
  expect(english.askText(asked)).toBe('Bank asks: Pay the fee');
  expect(english.readMessage(asked).explanation).toBe(asked.message.explanation);
  const { askText, readMessage } = await wordsIn('zh-CN');
  const foreign = { ...asked, origin: upFormatOrigin };
  expect(askText(foreign)).toBe('Bank asks: Pay the fee');
  expect(readMessage(foreign)).toBe(foreign.message);
});
