import { createAgUiEncoder } from '@countersign/adapters/ag-ui/encode';
import { a2aNotated } from '@countersign/adapters/relay/a2a-notation';
import { onceEach } from '@countersign/adapters/relay/losses';
import { writeMcpResult } from '@countersign/adapters/relay/mcp-results';
import {
  type RelayCall,
  RelayRefusal,
  type RelayTask,
  type Written,
} from '@countersign/adapters/relay/neutral';
import { say } from '@countersign/adapters/relay/relay-statements';
import { createRunEventWriter } from '@countersign/adapters/relay/run-events';
import type { SentCall } from '@countersign/api/gateway';
import type { Operator } from '@countersign/api/operator';
import { readTask } from '@countersign/part-desk/tasks/records';
import type { Journal } from '@countersign/server/journal/journal';
import { writeRun } from './acp/acp-writers.ts';
import type { Calling } from './calling.ts';
import { type Gateway, refusalOf } from './gateway.ts';
import { type AskedCall, readCall } from './preview.ts';
import { eventsOf } from './tasks/task-events.ts';

/** Makes a call of an operator as a caller of the protocol would, and answers at once with what that caller gets. */
export async function sendCall(
  { gateway, journal }: { gateway: Gateway; journal: Pick<Journal, 'read'> },
  caller: Operator,
  asked: AskedCall,
): Promise<SentCall> {
  const calling: Calling = { caller, protocol: asked.protocol };
  try {
    const call = readCall(asked, await conversationOf(gateway, calling, asked));
    if (call.do === 'list') {
      throw new RelayRefusal('unknown-method', say('relay.lists-only'));
    }
    const task = await gateway.call(calling, call);
    // A call that a person has to allow is a question first.
    const isTask = (await readTask(journal.read, task.taskId)) !== null;
    return {
      ...{ refusal: null, refusalStatement: null, state: task.state },
      taskId: isTask ? task.taskId : null,
      ...answerIn(asked, call, task),
    };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    const { message, statement } = refusal;
    return {
      ...{ refusal: message, refusalStatement: statement },
      ...{ taskId: null, state: null, answer: null, lost: [] },
    };
  }
}

/** The task that a run continues, by its conversation; null = it starts one. */
async function conversationOf(
  gateway: Gateway,
  calling: Calling,
  { protocol, service, request }: AskedCall,
): Promise<string | null> {
  const { threadId } = request;
  if ((protocol !== 'hai' && protocol !== 'ag-ui') || typeof threadId !== 'string') return null;
  const taskId = gateway.taskOf(calling, service, threadId);
  return (await gateway.agentOf(calling, taskId)) === service ? taskId : null;
}

function answerIn(
  asked: AskedCall,
  call: RelayCall,
  task: RelayTask,
): Pick<SentCall, 'answer' | 'lost'> {
  const { value, lost } = writtenAnswer(asked, call, task);
  return { answer: value, lost };
}

function writtenAnswer(
  { protocol, request }: AskedCall,
  call: RelayCall,
  task: RelayTask,
): Written<unknown> {
  switch (protocol) {
    case 'a2a': {
      const notated = a2aNotated(String(request['method']));
      return call.do === 'start' || call.do === 'resume' ? notated.sent(task) : notated.task(task);
    }
    case 'acp':
      return writeRun(task);
    case 'mcp':
      return writeMcpResult(task);
    case 'hai':
    case 'ag-ui': {
      const ids = { threadId: task.contextId ?? task.taskId, runId: task.taskId };
      const write = createRunEventWriter(ids);
      const written = eventsOf()({ task, words: [] }).map(write);
      const lost = onceEach(written.flatMap((one) => one.lost));
      const events = written.flatMap((one) => one.value);
      if (protocol === 'hai') return { value: events, lost };
      const { encode } = createAgUiEncoder(ids);
      return { value: events.flatMap(encode), lost };
    }
  }
}
