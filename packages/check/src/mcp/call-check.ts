import { randomUUID } from 'node:crypto';
import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Notebook } from '../finding.ts';
import { misfit } from '../misfit.ts';
import { few, seen } from '../statements.ts';
import type { Target } from '../target.ts';
import { type AskedOfClient, createAskedOfClient, sampleArguments } from './asked.ts';
import { type Answer, isRefusal, type McpSession } from './session.ts';
import { checkTask } from './task-check.ts';
import { nameOf } from './tools-check.ts';

const contentTypes: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
  resource: ['resource'],
};

/** Calls one tool: that which was named, or one that only reads. */
export async function checkCall(
  target: Target,
  session: McpSession,
  tools: readonly JsonObject[],
  note: Notebook,
): Promise<void> {
  if (tools.length === 0) return;
  await checkUnknownTool(session, note);
  const named = target.tool;
  const tool =
    named === null
      ? tools.find((one) => memberOf(one['annotations'], 'readOnlyHint') === true)
      : tools.find(({ name }) => name === named);
  if (tool === undefined) {
    const why =
      named === null
        ? seen('check.seen.no-tool')
        : seen('check.seen.tool-unlisted', { tool: named });
    note.skip('mcp.result', why);
    return;
  }
  const given = isObject(target.input) ? target.input : sampleArguments(tool['inputSchema']);
  const asked = createAskedOfClient();
  target.count(randomUUID());
  const call = { name: tool['name'], arguments: given, _meta: { progressToken: 'check' } };
  const support = memberOf(tool['execution'], 'taskSupport');
  const asTask = support === 'required' || support === 'optional';
  const answer = asTask
    ? await checkTask(target, session, { call, asked }, note)
    : await session.request('tools/call', call, { onMessage: asked.take });
  if (answer === null) return;
  noteEnd(target, answer, note);
  noteAsked(asked, note);
  if (answer.result !== null) noteResult(tool, answer.result, note);
  if (asTask || answer.isSilent) return;
  await checkArguments(session, tool, note);
}

function noteEnd(
  target: Target,
  { result, error, isSilent, status }: Answer,
  note: Notebook,
): void {
  const seconds = target.patienceMs / 1_000;
  if (isSilent) note.fail('mcp.call-ends', seen('check.seen.call-silent', { seconds }));
  else if (result !== null) note.pass('mcp.call-ends');
  else {
    const said = memberOf(error, 'message');
    const message = typeof said === 'string' ? said.slice(0, 200) : String(status);
    note.fail('mcp.call-ends', seen('check.seen.refused', { message }));
  }
}

function noteAsked(
  { methods, elicitations, others, progress }: AskedOfClient,
  note: Notebook,
): void {
  const hasElicited = methods.includes('elicitation/create');
  if (hasElicited) {
    note.expect('mcp.elicitation', elicitations.length === 0 ? null : few(elicitations));
  } else note.skip('mcp.elicitation', seen('check.seen.no-elicitation'));
  note.expect('mcp.asks', others.length === 0 ? null : few(others));
  const back = progress.findIndex(
    (value, index) => index > 0 && value <= (progress[index - 1] ?? 0),
  );
  const steps = { from: progress[back - 1] ?? 0, to: progress[back] ?? 0 };
  note.expect('mcp.progress', back === -1 ? null : seen('check.seen.progress-back', steps));
}

function noteResult(tool: JsonObject, result: JsonObject, note: Notebook): void {
  const { content, structuredContent, isError } = result;
  const faults = Array.isArray(content)
    ? content.flatMap((part, index) => contentFault(part, index) ?? [])
    : [seen('check.seen.members-missing', { members: ['content'] })];
  note.expect('mcp.result', faults.length === 0 ? null : few(faults));
  const { outputSchema } = tool;
  if (!isObject(outputSchema) || isError === true) {
    note.skip('mcp.structured', seen('check.seen.no-output-schema'));
    return;
  }
  if (structuredContent === undefined) {
    const members = ['structuredContent'];
    note.fail('mcp.structured', seen('check.seen.members-missing', { members }));
    return;
  }
  note.expect('mcp.structured', misfit(outputSchema, structuredContent));
}

function contentFault(part: unknown, index: number): WrittenStatement | null {
  const type = memberOf(part, 'type');
  const members = typeof type === 'string' ? contentTypes[type] : undefined;
  if (members === undefined) {
    return seen('check.seen.content-type', { index, type: String(type).slice(0, 60) });
  }
  const missing = members.filter((name) => memberOf(part, name) === undefined);
  return missing.length === 0 ? null : seen('check.seen.members-missing', { members: missing });
}

async function checkUnknownTool(session: McpSession, note: Notebook): Promise<void> {
  const call = { name: `no-such-tool-${randomUUID().slice(0, 8)}`, arguments: {} };
  const answer = await session.request('tools/call', call, { mayBeRefused: true });
  note.expect('mcp.unknown-tool', isRefusal(answer) ? null : seen('check.seen.accepted'));
}

/** Calls the tool once more without what it requires. */
async function checkArguments(
  session: McpSession,
  tool: JsonObject,
  note: Notebook,
): Promise<void> {
  const required = memberOf(tool['inputSchema'], 'required');
  if (!Array.isArray(required) || required.length === 0) {
    note.skip('mcp.bad-arguments', seen('check.seen.requires-nothing', { tool: nameOf(tool) }));
    return;
  }
  const call = { name: tool['name'], arguments: {} };
  const answer = await session.request('tools/call', call, { mayBeRefused: true });
  note.expect('mcp.bad-arguments', isRefusal(answer) ? null : seen('check.seen.accepted'));
}
