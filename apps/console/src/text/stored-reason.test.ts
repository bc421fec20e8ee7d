import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** The reader of reasons in a language. */
async function reading(tag: 'en' | 'zh-CN') {
  vi.resetModules();
  const { setMessages } = await import('./messages.ts');
  const { locales } = await import('./locales.ts');
  const texts = await locales[tag]?.load();
  if (texts === undefined) throw new Error(`no texts for ${tag}`);
  setMessages(tag, texts);
  return import('./stored-reason.ts');
}

// Modules take their texts when they are loaded: these are not left to the tests that follow.
afterEach(async () => {
  await reading('en');
  vi.resetModules();
});

describe('a reason in the journal', () => {
  it('is shown in the language of the reader', async () => {
    const { storedReason } = await reading('zh-CN');
    expect(storedReason('Nobody answered in time.')).toBe('无人按时答复。');
    expect(storedReason('The task was stopped before this was sent.')).toBe(
      '任务在发送之前被停止。',
    );
  });

  it('stays as it is in English, and where it is an agent’s', async () => {
    const english = await reading('en');
    const { storedReasonText } = await import('./en/stored-reason.ts');
    for (const text of Object.values(storedReasonText))
      expect(english.storedReason(text)).toBe(text);
    const { storedReason } = await reading('zh-CN');
    for (const text of Object.values(storedReasonText))
      expect(storedReason(text)).toMatch(/^\p{Script=Han}/u);
    const varying = [
      'The agent refused it (503). Given up after 5 attempts.',
      'There is no connection to the agent. Given up after 5 attempts.',
      'Nobody answered in time, and the default was not sent because it does not fit what is asked: No city (/city).',
      'Nobody answered in time, and the default was not sent: the agent is not there any more.',
      'Nobody answered in time, and the default was not sent: the run that asked has failed.',
      'Mara Voß dismissed it: nobody needs\nit',
    ];
    for (const text of varying) {
      expect(english.storedReason(text)).toBe(text);
      expect(storedReason(text)).toMatch(/\p{Script=Han}/u);
    }
    expect(storedReason(varying[1] ?? '')).toBe('与智能体没有连接。 已尝试 5 次，不再发送。');
    expect(storedReason(varying[3] ?? '')).toBe(
      '无人按时答复，默认答复没有发送：该智能体已不存在。',
    );
    expect(storedReason(varying[5] ?? '')).toBe('Mara Voß 已忽略此提问：nobody needs\nit');
    expect(storedReason('toString')).toBe('toString');
    expect(storedReason('The desk is sold.')).toBe('The desk is sold.');
  });

  it('is a sentence that the server writes', async () => {
    const { storedReasonText } = await import('./en/stored-reason.ts');
    const root = fileURLToPath(new URL('../../../..', import.meta.url));
    const sources = ['apps/bff/src', 'packages/desk/src'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')),
    );
    const varying = [
      ' Given up after $',
      'Nobody answered in time, and the default was not sent because it does not fit what is asked: $',
      'Nobody answered in time, and the default was not sent: $',
      ' dismissed it: $',
    ];
    const unknown = [...Object.values(storedReasonText), ...varying].filter(
      (text) => !sources.some((source) => source.includes(text)),
    );
    expect(unknown).toEqual([]);
  });
});
