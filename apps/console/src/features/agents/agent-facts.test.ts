import { afterEach, expect, it, vi } from 'vitest';

async function inChinese() {
  vi.resetModules();
  const { setMessages } = await import('../../text/messages.ts');
  const { zhCn } = await import('../../text/zh-cn/zh-cn.ts');
  setMessages('zh-CN', zhCn);
  return (await import('./agent-facts.tsx')).protocolText;
}

afterEach(() => vi.resetModules());

const declared = (protocol: string, name: string) => ({
  protocol,
  spoke: null,
  protocolNames: { protocol: name, spoke: null },
});

it('names a protocol in the language of the reader, and one it does not know as its server does', async () => {
  const protocolText = await inChinese();
  expect(protocolText(declared('mcp', 'MCP server'))).toBe('MCP 服务器');
  expect(protocolText(declared('parley', 'Parley'))).toBe('Parley');
});
