import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  claudeLine,
  httpConfiguration,
  pythonLines,
  stdioConfiguration,
  typescriptLines,
} from './program-access.ts';

const access = { token: 'cs_mcp_Yk3uZ0a8Qe1xB7tWm5nRc2Lf', origin: 'https://desk.example:8443' };

it('gives a client what it needs over HTTP and over stdio, as JSON', () => {
  const http = JSON.parse(httpConfiguration(access)).mcpServers.countersign;
  expect(http.url).toBe('https://desk.example:8443/mcp');
  expect(http.headers).toEqual({ Authorization: `Bearer ${access.token}` });
  const stdio = JSON.parse(stdioConfiguration(access)).mcpServers.countersign;
  expect(stdio.args).toContain('https://desk.example:8443/mcp');
  expect(stdio.env).toEqual({ COUNTERSIGN_MCP_TOKEN: access.token });
});

it('asks by the libraries as their pages do', () => {
  const page = readFileSync(new URL('../../../../../docs/libraries.md', import.meta.url), 'utf8');
  const typescript = typescriptLines(access, 'countersign-console-agent');
  expect(typescript).toContain(`await askOnce('${access.origin}', '${access.token}', {`);
  expect(page).toMatch(/await askOnce\(COUNTERSIGN_URL, COUNTERSIGN_TOKEN, \{/);
  expect(pythonLines(access)).toContain(
    `ask_once("${access.origin}", "${access.token}", "Deploy?")`,
  );
  expect(page).toMatch(/ask_once\(url, token, "Deploy\?"/);
  expect(claudeLine(access)).toContain(`${access.origin}/mcp --header`);
});
