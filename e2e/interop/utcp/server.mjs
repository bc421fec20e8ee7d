// A manual that the UTCP SDK has written, with what it describes; and the SDK's client, which reads manuals of others.
import { createServer } from 'node:http';
import '@utcp/http';
import { UtcpClient, UtcpManualSerializer } from '@utcp/sdk';

// The client prints its progress, and the first line of this program is its addresses.
console.log = console.error;

const announced = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const answer = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const { pathname, searchParams } = new URL(request.url, origin);
  try {
    if (pathname === '/utcp') answer(200, new UtcpManualSerializer().toDict(manual));
    else if (pathname === '/departures')
      answer(200, { from: searchParams.get('from'), next: '7:05' });
    else if (pathname === '/announcements') {
      announced.push(JSON.parse(body));
      answer(200, { announced });
    } else if (pathname === '/client') answer(200, await readAndCall(JSON.parse(body)));
    else answer(404, {});
  } catch (error) {
    answer(500, { error: String(error) });
  }
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const template = (method, path) => ({
  ...{ name: 'station', call_template_type: 'http', http_method: method },
  url: `${origin}${path}`,
  content_type: 'application/json',
});
const object = (properties) => ({
  ...{ type: 'object', properties, required: Object.keys(properties) },
});
const manual = new UtcpManualSerializer().validateDict({
  utcp_version: '1.1.2',
  manual_version: '1.0.0',
  tools: [
    {
      name: 'departures',
      description: 'Lists the next departures from a station.',
      inputs: object({ from: { type: 'string', description: 'The station' } }),
      outputs: { type: 'object' },
      tags: ['travel'],
      tool_call_template: template('GET', '/departures'),
    },
    {
      name: 'announce',
      description: 'Announces a text in the station.',
      inputs: object({ body: object({ text: { type: 'string' } }) }),
      outputs: { type: 'object' },
      tags: ['travel'],
      tool_call_template: { ...template('POST', '/announcements'), body_field: 'body' },
    },
  ],
});

/** Reads a manual as the SDK does, and calls some of its tools in order. */
async function readAndCall({ url, calls = [] }) {
  const client = await UtcpClient.create(process.cwd(), null);
  const {
    success,
    errors,
    manual: read,
  } = await client.registerManual({
    ...{ name: 'ours', call_template_type: 'http', http_method: 'GET', url },
    content_type: 'application/json',
  });
  const results = [];
  for (const { tool, args } of calls) results.push(await client.callTool(`ours.${tool}`, args));
  await client.close?.();
  return { success, errors, tools: read.tools.map(({ name }) => name), results };
}

process.stdout.write(
  `${JSON.stringify({ manual: `${origin}/utcp`, client: `${origin}/client` })}\n`,
);
process.once('SIGTERM', () => process.exit(0));
