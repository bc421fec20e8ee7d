/** What each check expects, as a sentence that is true if it passed; by the id of the finding: `area.check`. */
export const checkTitles = {
  'check.reached': 'The agent answers every request',
  'check.protocol': 'The agent uses a protocol that is checked here',
  'stream.status': 'A run is answered with the status 200',
  'stream.content-type': 'The response is an event stream',
  'stream.readable': 'Every frame is an event in its normal form',
  'stream.order': 'The events are in a legal order',
  'stream.begins': 'The stream begins with RUN_STARTED',
  'stream.ids': 'RUN_STARTED names the thread and the run',
  'stream.known-types': 'Every event has a type of the specification',
  'stream.ends': 'A run ends with RUN_FINISHED or RUN_ERROR',
  'message.messages': 'UpFormat messages can be read',
  'message.members': 'Every member of a message is well formed',
  'message.uuids': 'Ids of messages are UUIDs',
  'message.size': 'Questions are within the limits of what is shown to people',
  'message.transitions': 'States follow each other as specified',
  'answer.delivered': 'An answer is accepted',
  'answer.reply': 'The reply names the run and the answer',
  'answer.repeated': 'The same delivery again has the same reply',
  'answer.once': 'A second answer to the same question is refused',
  'answer.acknowledged': 'The answer is confirmed in the stream',
  'answer.unknown-run': 'An answer to an unknown run is refused with 404',
  'answer.unknown-question': 'An answer to an unknown question is refused with 404',
  'answer.unknown-kind': 'An answer of an unknown kind is refused',
  'answer.problem': 'Refusals are problem+json',
  'answer.continued': 'A new run with the answer continues the work',
  'answer.ended': 'That a question has ended without an answer is accepted',
  'answer.ended-on': 'The run continues, or ends, when its question has ended without an answer',
  'run.same-run': 'The same run id is the same run',
  'rejoin.rejoin': 'A lost connection is rejoined without loss or repetition',
  'rejoin.ids': 'Every frame has an id',
  'rejoin.ahead': 'An id that was never sent is refused',
  'refusal.not-json': 'A body that is not JSON is refused',
  'refusal.not-an-object': 'A body that is not an object is refused',
  'refusal.no-ids': 'A run without ids is refused',
  'refusal.wrong-type': 'A body of another type is refused',
  'refusal.foreign-origin': 'A request from a page of another site is refused',
  'control.unknown-run': 'Control of an unknown run is refused with 404',
  'control.unknown-action': 'An unknown action is refused',
  'control.status': 'A run can be asked for its status',
  'control.pause': 'A run can be paused',
  'control.repeated': 'The same control again has the same reply',
  'control.key': 'A key that was used for another action is refused',
  'control.pause-confirmed': 'The pause is confirmed in the stream',
  'control.silent': 'A paused run sends nothing',
  'control.resume': 'A run can be resumed',
  'control.resume-confirmed': 'The resume is confirmed in the stream',
  'control.stop': 'A run can be stopped',
  'control.stop-confirmed': 'The stop is confirmed in the stream when it is done',
  'control.stop-ends': 'A stopped run ends',
  'control.after-end': 'Control of a run that has ended is refused with 409',
} as const;

/** Stable: `area.check`. */
export type CheckId = keyof typeof checkTitles;

type Area = CheckId extends infer Id
  ? Id extends `${infer Name}.${string}`
    ? Name
    : never
  : never;

const pages: Record<Area, string> = {
  check: 'README.md',
  stream: 'events.md#the-events',
  message: 'message.md',
  answer: 'answers.md#delivery',
  run: 'events.md#the-request',
  rejoin: 'events.md#rejoining',
  refusal: 'events.md#the-request',
  control: 'control.md#actions',
};

/** The page of the specification about a check, relative to `docs/protocol`. */
export const pageOf = (id: CheckId): string => pages[id.slice(0, id.indexOf('.')) as Area];
