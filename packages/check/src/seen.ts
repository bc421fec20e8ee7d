/** What was seen, as templates of statements; `check.seen.` is put before each code. */
export const seenTemplates = {
  'check.seen.few': '{list: | }',
  'check.seen.few-more': '{list: | } And {more} more.',
  'check.seen.status': 'The status was {status}.',
  'check.seen.status-wanted': 'The status was {status}, expected {wanted:, | or }.',
  'check.seen.type': 'Its content type is {type}.',
  'check.seen.no-type': 'It has no content type.',
  'check.seen.reply': 'It was {reply}.',
  'check.seen.reply-wanted':
    'The reply was {status} {reply}; expected 200 with the status {wanted:, | or }.',
  'check.seen.refusal-type': 'The refusal came as {type}.',
  'check.seen.refusal-untyped': 'The refusal came without a type.',
  'check.seen.first': 'It begins with {type}.',
  'check.seen.nothing': 'No event was received.',
  'check.seen.no-ids': 'It does not.',
  'check.seen.unknown-types':
    '{count:event has|events have} another type; they are shown as they are.',
  'check.seen.breach': '{rule}: {said}.',
  'check.seen.fault': '{path}: {fault}.',
  'check.seen.frame-fault': 'the frame: {fault}.',
  // A fault that is a sentence, with its full stop.
  'check.seen.sentence-at': '{path}: {fault}',
  'check.seen.no-event': 'A frame is not an event: {frame}',
  'check.seen.too-long': 'A frame of {chars} characters is above the limit of {limit}.',
  'check.seen.too-much': 'The check stopped reading after {limit} bytes, the most that it reads.',
  'check.seen.silent':
    'No event was received for {seconds:second|seconds}, and the run had not ended.',
  'check.seen.ended-after': 'The stream ended after {type}.',
  'check.seen.broke-after': 'The stream broke after {type}.',
  'check.seen.message': '{faults} in {message}',
  'check.seen.large-question': 'A question has {chars} characters, and the limit is {limit}.',
  'check.seen.transition': '{from} → {to}.',
  'check.seen.not-uuids': '{count:is none|are none}.',
  'check.seen.no-messages': 'The run sent none. Give a message that makes the agent ask.',
  'check.seen.no-messages-here':
    'This is AG-UI, which asks without them; UpFormat is optional there.',
  'check.seen.asked-otherwise': 'It asked in another way, which a new run answers.',
  'check.seen.no-question': 'The run asked nothing. Give a message that makes the agent ask.',
  'check.seen.no-feedback': 'The descriptor has no feedback: answers come with a new run.',
  'check.seen.takes-knowledge': 'The question needs knowledge that the check does not have.',
  'check.seen.further-takes-knowledge':
    'A further question of the run needs knowledge that the check does not have.',
  'check.seen.further-refused': 'An answer to a further question was refused with {status}.',
  'check.seen.too-many-questions': 'The run asked more than {count} questions.',
  'check.seen.no-acknowledgement': 'No message with parentMessageId {id} was received.',
  'check.seen.waits-on':
    'The run sent nothing more within {seconds:second|seconds}. If it waits for the answer, it waits for ever.',
  'check.seen.run-error': 'The run with the answer ended in RUN_ERROR: {message}',
  'check.seen.not-begun': 'The run with the answer sent no RUN_STARTED.',
  'check.seen.not-ended': 'The run with the answer did not end.',
  'check.seen.started-twice': 'The second request had other events: the work was started twice.',
  'check.seen.not-repeatable':
    'The status was {status}. The request may be repeated after a lost connection.',
  'check.seen.not-in-ag-ui': 'AG-UI has no such rule: a lost connection is a lost run.',
  'check.seen.no-resume':
    'The response has no header hai-resume: last-event-id. A lost connection is a lost run.',
  'check.seen.missing-ids': '{missing} of {count} have none.',
  'check.seen.rejoined-others':
    'After the id {id}, {wanted:frame was|frames were} expected; {got} came, or others.',
  'check.seen.failed': 'The request failed: {reason}',
  'check.seen.accepted': 'It was accepted.',
  'check.seen.no-response': 'There was no response within {seconds:second|seconds}.',
  'check.seen.reason': '{reason}',
  'check.seen.speaks': 'It uses {protocol}.',
  'check.seen.over-time':
    'The check was ended after {seconds:second|seconds}; what follows was not checked.',
  'check.seen.cancelled': 'The check was cancelled; what follows was not checked.',
  'check.seen.no-control': 'The descriptor has no control: a run can only be held or cut off.',
  'check.seen.control-template': 'Runs are controlled by the interface of {template}.',
  'check.seen.had-ended':
    'The run had ended before. Give a message that makes the agent ask, or work for a while.',
  'check.seen.not-confirmed':
    'No hai.control with action {action} and status {status} was received in the stream.',
  'check.seen.sent': 'It sent {types:, |, }.',
  'check.seen.no-end': 'The stream has no RUN_ERROR or RUN_FINISHED.',
  'check.seen.not-listed': 'The descriptor does not list it.',
} as const;
