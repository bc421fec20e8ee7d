import { expect, it } from 'vitest';
import { httpConfiguration, stdioConfiguration } from './program-access.ts';

const access = { token: 'cs_mcp_Yk3uZ0a8Qe1xB7tWm5nRc2Lf', origin: 'https://desk.example:8443' };

it('gives a client what it needs over HTTP and over stdio, as JSON', () => {
  const http = JSON.parse(httpConfiguration(access)).mcpServers.countersign;
  expect(http.url).toBe('https://desk.example:8443/mcp');
  expect(http.headers).toEqual({ Authorization: `Bearer ${access.token}` });
  const stdio = JSON.parse(stdioConfiguration(access)).mcpServers.countersign;
  expect(stdio.args).toContain('https://desk.example:8443/mcp');
  expect(stdio.env).toEqual({ COUNTERSIGN_MCP_TOKEN: access.token });
});
