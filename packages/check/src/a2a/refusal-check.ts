import { randomUUID } from 'node:crypto';
import { memberOf } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Exchange } from '../exchange.ts';
import type { Notebook } from '../finding.ts';
import { seen, statusIs } from '../statements.ts';
import type { Target } from '../target.ts';
import type { Conversation } from './conversation.ts';
import { hasEnded, type TaskWatch } from './task-watch.ts';

/** Codes of errors: of A2A, and of JSON-RPC. */
const taskNotFound = -32_001;
const methodNotFound = -32_601;

/** Requests that must be refused, each in a form that a program can tell apart. */
export async function checkRefusals(
  target: Target,
  talk: Conversation,
  watch: TaskWatch,
  note: Notebook,
): Promise<void> {
  const { endpoint } = talk;
  const isRpc = endpoint.binding === 'JSONRPC';
  const unknown = await talk.read(randomUUID());
  note.expect('a2a.unknown-task', isRpc ? notCoded(unknown, taskNotFound) : statusIs(unknown, 404));
  if (watch.ids.taskId !== null && hasEnded(watch.said.state)) {
    const late = await talk.send([{ kind: 'text', text: 'Once more.' }], watch.ids);
    await late.ended;
    const error = errorIn(late);
    const isRefused = late.status >= 400 || error !== undefined;
    note.expect('a2a.finished', isRefused ? null : seen('check.seen.accepted'));
  } else note.skip('a2a.finished', seen('check.seen.no-task'));
  if (!isRpc) return;
  const request = { jsonrpc: '2.0', id: 1, method: 'countersign/check', params: {} };
  const headers = { accept: 'application/json', 'a2a-version': endpoint.version };
  const post = async (body: unknown) => {
    const exchange = await target.exchange({ method: 'POST', url: endpoint.url, headers, body });
    await exchange.ended;
    return exchange;
  };
  note.expect('a2a.unknown-method', notCoded(await post(request), methodNotFound));
  const broken = await post('{"jsonrpc":"2.0","id":1,');
  const isRefused = errorIn(broken) !== undefined || (broken.status >= 400 && broken.status < 500);
  note.expect(
    'a2a.not-json',
    isRefused ? null : seen('check.seen.status', { status: broken.status }),
  );
}

const errorIn = ({ documents }: Exchange): unknown => memberOf(documents[0], 'error');

function notCoded(exchange: Exchange, wanted: number): WrittenStatement | null {
  const code = memberOf(errorIn(exchange), 'code');
  if (code === wanted) return null;
  const [document] = exchange.documents;
  const shown = document === undefined ? (exchange.unread[0] ?? '') : JSON.stringify(document);
  const { status } = exchange;
  return seen('check.seen.code-wanted', { status, reply: shown.slice(0, 200), wanted });
}
