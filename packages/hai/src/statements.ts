import { statementsOf } from '@countersign/json/statement';

/** The English texts of faults in a stream of events, by code. The console has the same codes in each of its languages. */
export const haiStatements = {
  'order.message': 'message {id}',
  'order.collaboration': 'collaboration {id}',
  'order.tool-call': 'tool call {id}',
  'order.step': 'step {id}',
  'order.run-started-twice': 'RUN_STARTED while a run was open',
  'order.run-not-started': '{type} before RUN_STARTED',
  'order.after-run-end': '{type} after the run had ended',
  'order.run-not-ended': 'the stream ended without RUN_FINISHED or RUN_ERROR',
  'order.started-twice': '{item} was started while it was open',
  'order.tool-args-after-end': 'arguments of {item} after its end',
  'order.content-without-start': 'content of {item} without a start',
  'order.end-without-start': 'end of {item} without a start',
  'order.tool-result-without-start': 'result of unknown {item}',
  'order.start-without-end': '{item} was started and not ended',
  'order.more-without-end': 'and {count} more of kind {kind}',
  'order.kind-message': 'message',
  'order.kind-collaboration': 'collaboration',
  'order.kind-tool-call': 'tool call',
  'order.kind-step': 'step',
  'frame.no-type': 'not an event: no type',
  'frame.no-event': 'no event in the frame',
  'frame.not-json': 'not JSON: {reason}',
  'frame.too-deep': 'nested deeper than {limit} levels',
  'frame.proto': 'a member named __proto__ was removed',
  'frame.not-an-output': 'not text and not an output: kept as an output of type json',
  'frame.patch-as-text': 'JSON Patch sent as text',
  'frame.unknown-roles': '{count} of an unknown role, kept as unread',
  'frame.missing': 'missing',
  'frame.number-rounded': 'The number cannot be kept as it was written.',
  'frame.member-twice':
    'The member came more than once: the last one counts, and this one was dropped.',
  'frame.text-replaced':
    'Invalid text was replaced: bytes that are not UTF-8, or half a character.',
  'sender.name-refused':
    'It used the name “{name}”, which agents may not use. Its content is shown under its own name.',
} as const;

export const say = statementsOf(haiStatements);
