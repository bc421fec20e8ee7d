import type { CheckId } from './titles.ts';

/** What the author of an agent does about a check that failed. */
export const checkAdvice: Readonly<Record<CheckId, string>> = {
  'check.reached': 'Start the agent, and make sure that its address can be reached from here.',
  'check.protocol':
    'Use the test kit of that protocol. Countersign supports it, but does not check it.',
  'stream.status':
    'Answer the request that starts a run with 200. A 404 may be another address, a 401 a header that is missing.',
  'stream.content-type': 'Send text/event-stream, or a binary stream only where it was accepted.',
  'stream.readable': 'Send each event as one JSON object with the members of the table of events.',
  'stream.order': 'Start each item before its content, and end it once, before the run ends.',
  'stream.begins': 'Send RUN_STARTED before anything else.',
  'stream.ids': 'Send threadId and runId in RUN_STARTED, so that a reader can tell runs apart.',
  'stream.known-types': 'Send what is your own as CUSTOM with a name.',
  'stream.ends': 'Send RUN_FINISHED or RUN_ERROR as the last event, also after a failure.',
  'message.messages': 'Send messageId, threadId, timestamp and one of the seven states.',
  'message.members':
    'Send members in the form of the specification; others are kept, but not used.',
  'message.uuids':
    'Make ids with a UUID generator: they must not collide with those of other runs.',
  'message.size':
    'Send at most 500,000 characters in a question. Put large data behind an address, or show a part of it.',
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
  'control.key': 'Refuse with 409: the key belongs to the first action.',
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
};
