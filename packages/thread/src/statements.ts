import { statementsOf } from '@countersign/json/statement';

/** The English texts of what a fold leaves out and of the report on a stream, by code. The console has the same codes in each of its languages. */
export const threadStatements = {
  'fold.arguments-left-out': 'Arguments of the call {id} beyond {limit} characters were left out.',
  'fold.snapshot-left-out': 'A snapshot of the shared state was left out: {reason}.',
  'fold.change-left-out': 'A change of the shared state was left out: {reason}.',
  'fold.activity-left-out': 'A change of an activity was left out: {reason}.',
  'fold.hand-over-cut': 'A hand-over of more than {limit} parts was cut there.',
  'fold.hand-over-too-large': 'The content of a hand-over was left out: it is too large.',
  'fold.items-removed':
    'The task holds more than {items} items or {chars} characters: the oldest {count} items were removed. They are in the journal and can be shown with time travel.',
  'lint.operation': '{op} {path}: {reason}',
  'lint.same-timestamp': '{count} events carry the time {time}.',
  'advice.run-not-started': 'Send RUN_STARTED before anything else.',
  'advice.run-started-twice': 'Send RUN_STARTED once in a run.',
  'advice.run-not-ended': 'End every run with RUN_FINISHED or RUN_ERROR, also after a failure.',
  'advice.after-run-end': 'Send nothing after RUN_FINISHED or RUN_ERROR.',
  'advice.started-twice': 'Give each message and each call an id of its own.',
  'advice.content-without-start': 'Open a message with BUSINESS_DATA_START before its content.',
  'advice.end-without-start': 'Close only what was opened.',
  'advice.start-without-end': 'Close every message, call and step.',
  'advice.tool-args-after-end': 'Send arguments before TOOL_CALL_END.',
  'advice.tool-result-without-start':
    'A TOOL_CALL_RESULT needs the toolCallId of a TOOL_CALL_START.',
  'advice.patch-failed':
    'Patch only paths that exist; use add for new members, and snapshot after a restart.',
  'advice.frame-rejected': 'Send one JSON object with a known type per SSE data field.',
  'advice.event-repaired':
    'Send the members as the specification has them; the event was read anyway.',
  'advice.event-too-large': 'Keep an event below 1,000,000 characters.',
  'advice.event-unreadable':
    'A page of the database is damaged: check the disk, and restore a backup.',
  'advice.illegal-transition': 'Declare states in an order UpFormat knows (table 3 of the paper).',
  'advice.message-quarantined':
    'Send UpFormat messages that fit its schema; the issues say what does not.',
  'advice.illegal-order': 'Keep the order of the events of a run.',
  'advice.name-refused':
    'Name only agents in metadata.agentId: `countersign` and `operator:` are the names of the server and of people.',
  'advice.same-timestamp':
    'Give events the time at which they happened, or none; a constant is of no use.',
  'advice.other': 'See the event that it refers to.',
} as const;

export const say = statementsOf(threadStatements);
