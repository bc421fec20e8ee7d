import { asksOfInterrupt } from '@countersign/adapters/ag-ui/interrupts';
import { upFormatInterrupt } from '@countersign/adapters/ag-ui/upformat-interrupt';
import { origins } from '@countersign/adapters/mcp-server/origins';
import { elicitationQuestion } from '@countersign/adapters/mcp-server/question';
import { upFormatOrigin } from '@countersign/api/origin';
import { rowOf } from '@countersign/api/prompt-row';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import { parseUpMessage } from '@countersign/upformat/parse';
import { afterEach, expect, it, vi } from 'vitest';
import { anyPrompt } from '../../testing/any-prompt.ts';

afterEach(() => vi.resetModules());

async function wordsIn(locale: 'en' | 'zh-CN') {
  vi.resetModules();
  const { setMessages } = await import('../messages.ts');
  const { locales } = await import('../locales.ts');
  const messages = await locales[locale]?.load();
  if (messages === undefined) throw new Error(`no texts for ${locale}`);
  setMessages(locale, messages);
  return { ...(await import('./asked-words.ts')), ...(await import('./asked-message.ts')) };
}

const { message } = elicitationQuestion(
  { mode: 'url', url: 'https://bank.example/pay', message: 'Pay the fee' },
  { id: 'q', toolName: 'pay', server: 'Bank' },
);
const { message: shell } = anyPrompt('q');
const asked = anyPrompt('q', {
  ask: message.upPrompt?.ask ?? '',
  origin: origins.url,
  message: { ...shell, ...message },
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

it('so is its row in a list, which has no message', async () => {
  const { askText } = await wordsIn('zh-CN');
  expect(askText(rowOf(asked))).toBe('Bank 问：Pay the fee');
  expect(askText(rowOf({ ...asked, origin: upFormatOrigin }))).toBe('Bank asks: Pay the fee');
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

const place = { threadId: 't', runId: 'r', agentId: 'a', timestamp: '2026-12-07T09:00:00Z' };
const raised = (interrupt: object, value?: unknown) =>
  asksOfInterrupt(
    {
      ...{ carrier: 'outcome', value, suspended: null, command: null },
      interrupt: { id: 'i', reason: 'input_required', ...interrupt },
    },
    place,
    { tool: null, said: '' },
  );

it('what the reader of a protocol says is in the chosen language, in the form too', async () => {
  const { askLang, askText, readForm } = await wordsIn('zh-CN');
  const [ask] = raised({}, { options: ['7:05', '9:10'] });
  if (ask === undefined) throw new Error('nothing is asked');
  const prompt = anyPrompt('i', { ...ask, ask: ask.message.upPrompt?.ask ?? '' });
  expect([askText(prompt), askLang(prompt)]).toEqual(['智能体需要更多信息。', undefined]);
  expect(readForm(prompt).message.upContext?.schema).toMatchObject({
    properties: { answer: { title: '答复' } },
  });
  const named = raised({
    message: 'Which size?',
    responseSchema: { title: 'Size', type: 'string' },
  });
  const own = anyPrompt('i', { ...named[0], ask: 'Which size?' });
  expect([askText(own), askLang(own)]).toEqual(['Which size?', '']);
  expect(readForm(own)).toBe(own);
});

it('an agent that asks in UpFormat over AG-UI says everything itself', () => {
  const statements = { ask: { code: 'ask.input' } };
  const { message } = anyPrompt('m');
  const own = { ...message, upPrompt: { ask: 'Pay the fee?', statements } };
  const [ask] = raised(upFormatInterrupt(own));
  expect(ask?.message.upPrompt).toMatchObject({ ask: 'Pay the fee?' });
  expect(ask?.message.upPrompt).not.toHaveProperty('statements');
});

it.each([
  [['Halle'], '/list', '列表', 'List'],
  ['Dear Ada', '/text', '文本', 'Text'],
])(
  'the field of a bare proposal is named in the chosen language: %j',
  async (payload, place, zh, en) => {
    const { message: shell } = anyPrompt('q');
    const read = parseUpMessage({ ...shell, payload });
    if (!read.ok) throw new Error('not a message');
    const schema = formSchemaOf(read.message);
    await wordsIn('zh-CN');
    expect((await import('../../ui/forms/schema/label-of.ts')).labelOf(schema, place)).toBe(zh);
    await wordsIn('en');
    expect((await import('../../ui/forms/schema/label-of.ts')).labelOf(schema, place)).toBe(en);
  },
);
