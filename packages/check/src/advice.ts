import type { CheckId } from './titles.ts';

/** What the author of an agent does about a check that failed. */
export const checkAdvice: Readonly<Record<CheckId, string>> = {
  'check.reached': 'Start the agent, and make sure that its address can be reached from here.',
  'check.protocol':
    'Check it where it is called in: what calls this server has no address to check.',
  'stream.status':
    'Answer the request that starts a run with 200. A 404 may be another address, a 401 a header that is missing.',
  'stream.content-type': 'Send text/event-stream, or a binary stream only where it was accepted.',
  'stream.readable': 'Send each event as one JSON object with the members of the table of events.',
  'stream.order': 'Start each item before its content, and end it once, before the run ends.',
  'stream.begins': 'Send RUN_STARTED before anything else.',
  'stream.ids': 'Send threadId and runId in RUN_STARTED, so that a reader can tell runs apart.',
  'stream.changes':
    'Send the state as a snapshot first, then changes (RFC 6902) that apply to what it is by then.',
  'stream.known-types': 'Send what is your own as CUSTOM with a name.',
  'stream.ends': 'Send RUN_FINISHED or RUN_ERROR as the last event, also after a failure.',
  'message.messages': 'Send messageId, threadId, timestamp and one of the seven states.',
  'message.members':
    'Send members in the form of the specification; others are kept, but not used.',
  'message.uuids':
    'Make ids with a UUID generator: they must not collide with those of other runs.',
  'message.size':
    'Send at most 500,000 characters in a question. Put large data behind an address, or show a part of it.',
  'message.fits': 'Propose only what the schema accepts, and leave out what a person has to add.',
  'message.transitions': 'Set the state in your code, by the table of transitions.',
  'answer.delivered': 'Answer 200 with the run, the message and the status delivered.',
  'answer.reply':
    'Reply {"runId", "messageId", "status": "delivered"} with the ids of the request.',
  'answer.repeated':
    'Keep the reply by idempotencyKey, and send it again: answers are delivered at least once.',
  'answer.once': 'Refuse with 409 when the question has an answer.',
  'answer.acknowledged':
    'Send an UpFormat message in the state submitted, with the messageId of the answer as parentMessageId.',
  'answer.unknown-run': 'Refuse with 404: the answer may be meant for another agent.',
  'answer.unknown-question': 'Refuse with 404, and change nothing.',
  'answer.unknown-kind': 'Refuse with 422: the answer must not be taken for an approval.',
  'answer.problem': 'Send application/problem+json (RFC 9457) with a title.',
  'answer.continued': 'Read the answer in the new request, and continue where the run ended.',
  'answer.ended':
    'Accept a message in the state cancelled with the question as parentMessageId at the feedback URL, and reply as to an answer.',
  'answer.ended-on':
    'Stop waiting for the answer: continue without it, or end the run. Nobody will answer any more.',
  'run.same-run': 'Remember runs by threadId and runId, and send the same run from its beginning.',
  'rejoin.rejoin': 'Keep the frames of a run, and send those after Last-Event-ID.',
  'rejoin.ids': 'Number the frames of a run: 1, 2, 3.',
  'rejoin.ahead': 'Refuse with 410: the reader is of another run.',
  'refusal.not-json': 'Refuse with 400 and problem+json.',
  'refusal.not-an-object': 'Refuse with 400 or 422, and problem+json.',
  'refusal.no-ids':
    'Refuse with 400 or 422: without threadId and runId nobody could answer the run.',
  'refusal.wrong-type': 'Refuse with 415: pages of other sites can send such bodies unasked.',
  'refusal.foreign-origin':
    'Check the header Origin: every page that is open on the machine of an operator can reach an agent there.',
  'control.unknown-run': 'Refuse with 404, and change nothing.',
  'control.unknown-action': 'Refuse with 400 or 422.',
  'control.status': 'Reply {"runId", "status"} without changing anything.',
  'control.pause': 'Reply {"runId", "status": "paused"} when the run takes no further step.',
  'control.repeated': 'Keep the reply by idempotencyKey, and send it again.',
  'control.key':
    'Refuse with 409, or send the first reply again: the key belongs to the first action.',
  'control.pause-confirmed': 'Send hai.control with action pause and status paused in the stream.',
  'control.silent': 'Hold every event back until the run is resumed.',
  'control.resume': 'Reply {"runId", "status": "running"}.',
  'control.resume-confirmed':
    'Send hai.control with action resume and status running in the stream.',
  'control.stop': 'Reply with the status stopping, stopped or finished.',
  'control.stop-confirmed':
    'Send hai.control with action stop and status stopped before the run ends.',
  'control.stop-ends': 'Send RUN_ERROR with the code stopped.',
  'control.after-end': 'Refuse with 409.',
  'a2a.card':
    'List an interface with url, transport and version at the address of the card; 1.0 or 0.3, JSON-RPC or HTTP+JSON.',
  'a2a.card-members': 'Add them: callers choose an agent by its card.',
  'a2a.response':
    'Answer 200 with text/event-stream if capabilities.streaming is true, else with application/json.',
  'a2a.readable':
    'Send a task, a message, a status or an artifact; over JSON-RPC as the result for the id of the request.',
  'a2a.states': 'Use the states of the version that the card declares, as it spells them.',
  'a2a.same-task': 'Send the same taskId and contextId with every update of a task.',
  'a2a.order': 'Send everything before the state that ends the task, or that requires input.',
  'a2a.messages': 'Send messageId and at least one part.',
  'a2a.artifacts':
    'Begin an artifact without append, add to it with append, and end it once with lastChunk.',
  'a2a.ends': 'Send a state that ends the task, or that requires input, also after a failure.',
  'a2a.question': 'Send the question as the message of the status.',
  'a2a.continued': 'Read the answer in the message with the taskId, and continue the task.',
  'a2a.asked-once': 'Continue with the answer; a further question has another messageId.',
  'a2a.reread': 'Keep what was sent: a console that was disconnected reads the task again.',
  'a2a.finished': 'Refuse it: a task that has ended does not start again.',
  'a2a.unknown-task': 'Refuse with the code -32001 (TaskNotFoundError), over HTTP+JSON with 404.',
  'a2a.unknown-method': 'Refuse with the code -32601.',
  'a2a.not-json': 'Refuse with the code -32700, or with 400.',
  'a2a.cancel': 'Reply with the state canceled only when the work has ended, and keep it.',
  'mcp.initialize': 'Answer initialize with protocolVersion, capabilities and serverInfo.',
  'mcp.version':
    'Answer a revision that you do not know with one that you do, and accept that one in MCP-Protocol-Version.',
  'mcp.session': 'Accept Mcp-Session-Id as it was given until the session ends.',
  'mcp.responses':
    'Send result or error for the id of the request, as application/json or text/event-stream; also when something fails.',
  'mcp.notification': 'Answer 202 without content.',
  'mcp.ping': 'Answer ping with an empty result.',
  'mcp.declared': 'Declare only what you answer, or answer what you declare.',
  'mcp.tools':
    'Answer tools/list with a list that ends, and give each tool a name that no other one has.',
  'mcp.input-schema': 'Send inputSchema with the type object, also for a tool without arguments.',
  'mcp.output-schema':
    'Send outputSchema with the type object, and taskSupport as forbidden, optional or required.',
  'mcp.unknown-method': 'Refuse with the code -32601.',
  'mcp.unknown-tool': 'Refuse with the code -32602, or with a result whose isError is true.',
  'mcp.not-json': 'Refuse with the code -32700, or with 400.',
  'mcp.foreign-origin': 'Check the header Origin, and refuse with 403.',
  'mcp.call-ends': 'Answer every call, also one that failed: with isError.',
  'mcp.result': 'Send content as a list of parts, each with its type and the members of that type.',
  'mcp.structured': 'Send structuredContent of the form that outputSchema describes.',
  'mcp.elicitation':
    'Ask with a message, and with a requestedSchema whose fields are texts, numbers, yes or no, or choices.',
  'mcp.asks': 'Request what the client declares in initialize, with the members of the request.',
  'mcp.progress': 'Send each progress with a number above the one before.',
  'mcp.bad-arguments': 'Refuse with the code -32602, or with a result whose isError is true.',
  'mcp.task-states': 'Answer with a task that has taskId and one of the five states.',
  'mcp.task-ends': 'Set the state completed, failed or cancelled when the work has ended.',
};
