import { readFileSync } from 'node:fs';
import { say } from '@countersign/api/statements';
import { reasonStatements } from '@countersign/api/statements/reason-statements';
import {
  runStatusWords,
  stateStatements,
  stateWords,
} from '@countersign/api/statements/state-statements';
import { say as sayOfDesk } from '@countersign/desk/statements';
import { fillTemplate } from '@countersign/json/statement';
import { describe, expect, it, vi } from 'vitest';

/** The reader of reasons in a language: modules take their texts when they are loaded, so there is one for each. */
async function load(tag: 'en' | 'zh-CN') {
  vi.resetModules();
  const { setMessages } = await import('../messages.ts');
  const { locales } = await import('../locales.ts');
  const texts = await locales[tag]?.load();
  if (texts === undefined) throw new Error(`no texts for ${tag}`);
  setMessages(tag, texts);
  return import('./stored-reason.ts');
}

const readers = { 'zh-CN': await load('zh-CN'), en: await load('en') };
const reading = (tag: keyof typeof readers) => readers[tag];

const reasons = Object.entries(reasonStatements);

/** A statement of every code, with the name of each place as its value; a number where the text has forms for it. */
function filled(code: string, template: string): unknown {
  const params: Record<string, string | number> = {};
  fillTemplate(
    template,
    (name) => {
      params[name] = new RegExp(`\\{${name}:[^|}]*\\|`).test(template) ? 3 : name;
      return '';
    },
    String,
  );
  return { code, params };
}

describe('a reason that the server gives as a statement', () => {
  it.each(reasons)('is in the language of the reader: %s', (code, template) => {
    const { storedReason } = reading('zh-CN');
    const text = storedReason('English.', filled(code, template));
    expect(text).not.toBe('English.');
    if (code !== 'reason.two' && code !== 'control.said') expect(text).toMatch(/\p{Script=Han}/u);
  });

  it('stays as it is in English', () => {
    const { storedReason } = reading('en');
    for (const [code, template] of reasons)
      expect(storedReason('English.', filled(code, template))).toBe('English.');
  });

  it('names states in words, and those it does not know as they are', () => {
    const { storedReason } = reading('zh-CN');
    const declared = say('closed.declared', { state: stateWords('needsHumanDecision') });
    expect(declared.text).toBe('The agent declared it in need of a decision.');
    expect(storedReason(declared.text, declared.statement)).toBe('智能体将其声明为“需要决定”。');
    const over = say('delivery.run-over', { status: runStatusWords('lost') });
    expect(over.text).toBe('The run is lost; nobody receives the answer.');
    expect(storedReason(over.text, over.statement)).toBe(
      '运行状态为“连接中断”，没有接收答复的一方。',
    );
    const newer = say('closed.declared', { state: stateWords('merged') });
    expect(storedReason(newer.text, newer.statement)).toBe('智能体将其声明为“merged”。');
    for (const code of Object.keys(stateStatements))
      expect(storedReason('x', { code })).toMatch(/\p{Script=Han}/u);
  });

  it('says what is wrong with a message behind the place in it', () => {
    const { storedReason } = reading('zh-CN');
    const fault = 'Invalid option: expected one of "waiting"|"failed"';
    expect(storedReason(`/state ${fault}`)).toBe('/state 须为以下之一："waiting" 或 "failed"');
    expect(storedReason('/ready, go')).toBe('/ready, go');
  });

  it.each([
    'The task failed; the agent gave no reason.',
    'The agent rejected the task without a reason.',
    'The agent reported an error without saying which.',
    'Nobody has answered for too long',
    'Too many questions wait for an answer',
    'The agent failed',
    'Stopped by mara',
  ])('is in the language of the reader if a library wrote it: %s', (english) => {
    const { storedReason } = reading('zh-CN');
    expect(storedReason(english)).toMatch(/^[^A-Z]*(mara)?[^A-Z]*$/);
    expect(storedReason(english)).toMatch(/\p{Script=Han}/u);
  });

  it('inserts reasons in reasons', () => {
    const { storedReason } = reading('zh-CN');
    const first = say('call.status-said', { status: 401, said: 'who are you?' });
    const refused = say('reason.two', { first, second: say('call.header-missing') });
    const why = say('delivery.unreachable', { agent: 'Mara', why: refused });
    const { text, statement } = say('delivery.given-up', { why, attempts: 5 });
    expect(text).toBe(
      'Mara could not be reached. It answered with HTTP 401 (who are you?). It requires authentication: add an Authorization header to the headers of this agent. Given up after 5 attempts.',
    );
    expect(storedReason(text, JSON.parse(JSON.stringify(statement)))).toBe(
      '无法连接到 Mara。对方返回 HTTP 401（who are you?）。对方需要确认请求者的身份：请在该智能体的请求头中添加 Authorization。已尝试 5 次，不再发送。',
    );
  });

  it('is the words of an agent where they are quoted', () => {
    const { storedReason } = reading('zh-CN');
    const quoted = (words: string) => say('problem.quoted', { words });
    const { text, statement } = quoted('The desk is sold.');
    expect(storedReason(text, statement)).toBe('The desk is sold.');
    // A message of the server's own code in the stream of an agent.
    const own = quoted('The call has ended.');
    expect(storedReason(own.text, own.statement)).toBe('调用已结束。');
  });
});

describe('a refusal of an answer or a call', () => {
  const root = new URL('../../../../../', import.meta.url);
  const files = [
    'packages/adapters/src/mcp-server/tool-call.ts',
    'packages/adapters/src/mcp-server/answer.ts',
    'packages/adapters/src/affordance/question.ts',
    'packages/parts/tools/src/signifiers/calls/carrier.ts',
    'packages/parts/knowledge/src/questions.ts',
  ];
  const sentences = files.flatMap((file) =>
    [
      ...readFileSync(new URL(file, root), 'utf8').matchAll(
        /(?:\b(?:why|reason)(?::| =)[^'`\n]*\s|gone\()'([A-Z][^'\n]+\.)'/g,
      ),
    ].map(([, sentence = '']) => sentence),
  );

  it.each([...new Set(sentences)])('is in the language of the reader: %s', (english) => {
    const { storedReason } = reading('zh-CN');
    expect(storedReason(english)).toMatch(/\p{Script=Han}/u);
  });

  it('is found in the sources', () => {
    expect(sentences.length).toBeGreaterThan(8);
  });
});

describe('a sentence in the journal without its code', () => {
  const { attempts, name, why } = { attempts: 5, name: 'Mara Voß', why: 'No city. (/city)' };
  const journalled = [
    sayOfDesk('deadline.nobody'),
    sayOfDesk('deadline.agent-gone'),
    sayOfDesk('deadline.run-failed'),
    sayOfDesk('deadline.default-unfit', { why }),
    say('closed.run-stopped'),
    say('closed.stream-closed'),
    say('closed.task-went-on'),
    say('closed.dismissed', { name, reason: 'nobody needs\nit' }),
    say('closed.call-ended'),
    say('closed.call-stopped'),
    say('closed.call-lost'),
    say('closed.client-cancelled'),
    say('closed.client-left'),
    say('delivery.question-changed'),
    say('delivery.asked-again'),
    say('delivery.stopped-first'),
    say('delivery.rules-stopped'),
    say('delivery.no-receiver'),
    say('delivery.lapsed'),
    say('delivery.given-up', { why: say('control.no-connection'), attempts }),
    say('delivery.given-up', { why: 'The agent refused it (503).', attempts }),
    say('control.not-controllable'),
    say('control.no-connection'),
    say('control.stop-unconfirmed'),
    say('control.run-ended-first'),
  ];

  it.each(journalled)('is read as its statement: $text', ({ text, statement }) => {
    const { storedReason } = reading('zh-CN');
    const shown = storedReason(text);
    expect(shown).toMatch(/\p{Script=Han}/u);
    expect(shown).toBe(storedReason(text, statement));
    const english = reading('en');
    expect(english.storedReason(text)).toBe(text);
  });

  it('is shown as it is where it is an agent’s', () => {
    const { storedReason } = reading('zh-CN');
    for (const text of ['toString', 'The desk is sold.']) expect(storedReason(text)).toBe(text);
    // As older versions wrote it.
    expect(storedReason('Nobody is there to hear it.')).toBe('没有接收方。');
  });
});
