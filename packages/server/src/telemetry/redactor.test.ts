import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { createRedactor } from './redactor.ts';

const planted = 'qX7-planted-Secret/0f6f5e2a+9b11==';

function logged(format: 'json' | 'text') {
  const redactor = createRedactor();
  let output = '';
  const logger = createLogger({ logLevel: 'trace', logFormat: format }, redactor, {
    write: (text) => {
      output += text;
    },
  });
  return { redactor, logger, output: () => output };
}

it.each(['json', 'text'] as const)(
  'a known secret is removed wherever it appears, as %s',
  (format) => {
    const { redactor, logger, output } = logged(format);
    redactor.keep(`Bearer ${planted}`);
    const error = Object.assign(new Error(`HTTP 401 (you sent "${planted}", which is not valid)`), {
      url: `https://agent.example/run?x=${encodeURIComponent(planted)}`,
      headers: { authorization: `Bearer ${planted}` },
    });
    logger.error(
      { err: error, url: `/a/${planted}`, body: { text: planted }, deep: { a: [planted] } },
      planted,
    );
    logger
      .child({ agentId: planted })
      .info(`the answer was ${JSON.stringify(JSON.stringify(planted))}`);
    expect(output()).toContain('[secret]');
    expect(output()).not.toContain(planted);
    expect(output()).not.toContain(encodeURIComponent(planted));
    expect(output()).not.toContain('planted-Secret');
  },
);

it.each([
  ['a bearer token', 'sent authorization: Bearer abcDEF123456', 'abcDEF123456'],
  ['the login in an address', 'cannot connect to https://ann:hunter22@host/x', 'hunter22'],
  ['a query', 'GET /x?a=1&access_token=abcDEF123456&b=2', 'abcDEF123456'],
  ['a sign-in link', 'http://127.0.0.1:4400/sign-in#code=abcDEF123456', 'abcDEF123456'],
  ['a member of JSON', '{"password":"abcDEF123456","user":"ann"}', 'abcDEF123456'],
  ['escaped JSON', 'body was {\\"client_secret\\":\\"abcDEF123456\\"}', 'abcDEF123456'],
  ['a cookie', 'cookie: countersign_session=abcDEF123456', 'abcDEF123456'],
  ['a token of an MCP client', 'cs_mcp_abcDEF123456 was refused', 'abcDEF123456'],
])('%s of somebody is removed by its form', (_, text, secret) => {
  const { logger, output } = logged('json');
  logger.warn({ err: new Error(text) }, text);
  expect(output()).not.toContain(secret);
  expect(() => JSON.parse(output())).not.toThrow();
});

it.each([
  ['a word', 'b'],
  ['a word of many parts', 'b-'],
  ['names of secrets', 'token'],
  ['a name and backslashes', '\\\\'],
  ['blanks', ' '],
])('reads a long text of %s in one pass', (_, part) => {
  // Of a length for which a search from each of its characters outlasts this test.
  const text = `authorization${part.repeat(120_000 / part.length)} and password=abcDEF123456`;
  const cleaned = createRedactor().clean(text);
  expect(cleaned).toBe(text.replace('abcDEF123456', '[secret]'));
});

it('leaves ids and ordinary words alone', () => {
  const { redactor, logger, output } = logged('json');
  redactor.keep('demo');
  const about = {
    taskId: 'thread-7c9e6679-7425-40de-944b-e07fc1f90ae7',
    promptId: 'call_Yk3fQ0b7s9XvT2mLpR4eWz1a',
  };
  logger.info(about, 'The token count of the demo was 12.');
  expect(JSON.parse(output())).toMatchObject({
    ...about,
    msg: 'The token count of the demo was 12.',
  });
});

it('is text with the stack below in a terminal, and cannot steer it', () => {
  const { logger, output } = logged('text');
  const runId = 'run-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11';
  logger.error({ err: new Error('broken\u001b[2J'), runId }, 'It failed.');
  expect(output()).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} {2}ERROR {2}It failed\. {2}runId=run-3f2b6c1e-\S+\n {4}Error: broken�\[2J\n {8}at /,
  );
});
