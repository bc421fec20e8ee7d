import { expect, it } from 'vitest';
import { describedSampling } from './sampling.ts';

const asked = { messages: [{ role: 'user', content: { type: 'text', text: 'Name a colour.' } }] };

it('tools of a server that offers them although it was not allowed to are named, and not called', () => {
  const tools = [{ name: 'mix', inputSchema: { type: 'object' } }, { name: 7 }, 'paint'];
  const earlier = describedSampling({ ...asked, tools, toolChoice: { mode: 'required' } });
  expect(earlier).toContain('Name a colour.');
  expect(earlier).toContain('- It also offers tools (mix); none is called.');
  expect(describedSampling(asked)).not.toContain('tools');
});
