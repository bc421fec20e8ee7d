import { expect, it } from 'vitest';
import { textOf } from '../ask-members.ts';
import { describedSampling } from './sampling.ts';

const asked = { messages: [{ role: 'user', content: { type: 'text', text: 'Name a colour.' } }] };

it('tools of a server that offers them although it was not allowed to are named, and not called', () => {
  const tools = [{ name: 'mix', inputSchema: { type: 'object' } }, { name: 7 }, 'paint'];
  const said = (params: object) =>
    describedSampling({ ...asked, ...params })
      .map(textOf)
      .join('\n\n');
  const earlier = said({ tools, toolChoice: { mode: 'required' } });
  expect(earlier).toContain('Name a colour.');
  expect(earlier).toContain('It also offers tools (mix); none is called.');
  expect(said({})).not.toContain('tools');
});
