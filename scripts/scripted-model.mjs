// A model on loopback that makes the calls it was given, in the protocols of the coding agents: no account, no internet.
import { createServer } from 'node:http';

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

const stream = (response, events, isNamed) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const data = typeof event === 'string' ? event : JSON.stringify(event);
    response.write(`${isNamed ? `event: ${event.type}\n` : ''}data: ${data}\n\n`);
  }
  response.end();
};

/** Anthropic Messages: Claude Code. */
function messages(body, response, next) {
  const parts = (body.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  );
  const results = parts.filter(({ type }) => type === 'tool_result');
  const call = next(
    results.map(({ content }) => textOf(content)),
    (body.tools ?? []).length > 0,
  );
  const reason = call === null ? 'end_turn' : 'tool_use';
  const block =
    call === null
      ? { type: 'text', text: 'Done.' }
      : { type: 'tool_use', id: `toolu_${results.length}_${Date.now()}`, ...call };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${Date.now()}`, type: 'message', role: 'assistant', usage };
  const whole = { ...message, model: body.model, stop_sequence: null };
  if (!body.stream) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(JSON.stringify({ ...whole, content: [block], stop_reason: reason }));
  }
  const delta =
    call === null
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(call.input) };
  const empty = call === null ? { type: 'text', text: '' } : { ...block, input: {} };
  const events = [
    { type: 'message_start', message: { ...whole, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: empty },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  return stream(response, events, true);
}

/** OpenAI Responses: Codex. */
function responses(body, response, next) {
  const results = (body.input ?? []).filter(({ type }) => /_output$/.test(type));
  const call = next(
    results.map(({ output }) => textOf(output)),
    (body.tools ?? []).length > 0,
  );
  const id = `${results.length}_${Date.now()}`;
  const item =
    call === null
      ? {
          ...{ type: 'message', id: `m_${id}`, role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: 'Done.', annotations: [] }],
        }
      : {
          ...{ type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, status: 'completed' },
          ...{ name: call.name, arguments: JSON.stringify(call.input) },
        };
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  const whole = { id: `resp_${id}`, object: 'response', model: body.model, usage };
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...whole, status: 'completed', output: [item] } },
  ];
  return stream(response, events, true);
}

/** OpenAI chat completions: OpenCode. */
function completions(body, response, next) {
  const results = (body.messages ?? []).filter(({ role }) => role === 'tool');
  const call = next(
    results.map(({ content }) => textOf(content)),
    (body.tools ?? []).length > 0,
  );
  const base = { id: `c${Date.now()}`, object: 'chat.completion.chunk', created: 1 };
  const called = call && { name: call.name, arguments: JSON.stringify(call.input) };
  const said =
    call === null
      ? { content: 'Done.' }
      : {
          tool_calls: [{ index: 0, id: `call_${Date.now()}`, type: 'function', function: called }],
        };
  const end = { index: 0, delta: {}, finish_reason: call === null ? 'stop' : 'tool_calls' };
  const delta = { role: 'assistant', ...said };
  const chunks = [[{ index: 0, delta }], [end]].map((choices) => ({ ...base, choices }));
  return stream(response, [...chunks, '[DONE]'], false);
}

/** Gemini API: Gemini CLI. */
function contents(body, response, next) {
  const parts = (body.contents ?? []).flatMap(({ parts: given }) => given ?? []);
  const results = parts.filter(({ functionResponse }) => functionResponse !== undefined);
  const call = next(
    results.map(({ functionResponse }) => textOf(functionResponse.response)),
    (body.tools ?? []).length > 0,
  );
  const part =
    call === null ? { text: 'Done.' } : { functionCall: { name: call.name, args: call.input } };
  const content = { role: 'model', parts: [part] };
  const counts = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  const whole = {
    candidates: [{ index: 0, content, finishReason: 'STOP' }],
    usageMetadata: counts,
  };
  return stream(response, [whole], false);
}

const protocols = [
  [/\/v1\/messages(?!\/count)/, messages],
  [/\/responses/, responses],
  [/\/chat\/completions/, completions],
  [/:streamGenerateContent/, contents],
];

/** Starts it. `calls`: what it calls in turn; `seen`: the results that it was given. */
export async function startScriptedModel() {
  const model = { url: '', calls: [], seen: [], close: () => server.close() };
  const next = (results, hasTools) => {
    if (hasTools) model.seen = results;
    return hasTools ? (model.calls[results.length] ?? null) : null;
  };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const [, answer] = protocols.find(([path]) => path.test(request.url ?? '')) ?? [];
    if (answer !== undefined) return answer(JSON.parse(text), response, next);
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end('{"input_tokens":1,"totalTokens":1}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  model.url = `http://127.0.0.1:${server.address().port}`;
  return model;
}
