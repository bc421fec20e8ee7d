import {
  answerButtonText,
  bulkText,
  decisionText,
  decisionTimeText,
  fillText,
  inboxText,
  keysText,
  taskText,
  timeText,
  wallText,
} from './texts.ts';

interface CatalogGroup {
  name: string;
  keys: readonly { id: string; keys: string; label: string }[];
}

const group = (
  scope: string,
  name: string,
  keys: readonly (readonly [string, string])[],
): CatalogGroup => ({
  name,
  keys: keys.map(([spelled, label]) => ({ id: `${scope}:${spelled}`, keys: spelled, label })),
});

/** The keys of the screens that are not open now, so that each can be switched off from the settings. */
export const keyCatalog: readonly CatalogGroup[] = [
  group('global', keysText.everywhere, [
    ['$mod+k', keysText.palette],
    ['g i', keysText.goInbox],
    ['g t', keysText.goTasks],
    ['g w', keysText.goWall],
    ['g l', keysText.goSince],
    ['g a', keysText.goAgents],
    ['g n', keysText.goRegistry],
    ['g y', keysText.goGateway],
    ['g e', keysText.goEnvironment],
    ['g k', keysText.goKnowledge],
    ['g x', keysText.goInsights],
    ['g d', keysText.goAudit],
    ['g s', keysText.goSettings],
    ['g r', keysText.goRules],
    ['g p', keysText.goPolicy],
    ['g o', keysText.goOperators],
    ['g q', keysText.goSignIn],
    ['g h', keysText.goWebhooks],
    ['g m', keysText.goPrograms],
    ['g c', keysText.goConnect],
    ['g u', keysText.goGuide],
    ['g f', keysText.goFile],
    ['$mod+Shift+l', keysText.theme],
    ['?', keysText.sheet],
  ]),
  group('inbox', inboxText.keysName, [
    ['j', inboxText.keyNext],
    ['k', inboxText.keyPrevious],
    ['x', inboxText.keySelect],
    ['Shift+x', inboxText.keyRange],
    ['.', inboxText.keyNew],
  ]),
  group('inbox-find', inboxText.keysName, [['/', inboxText.keyFind]]),
  group('inbox-list', inboxText.keysName, [
    ['Enter', inboxText.keyOpen],
    ['Shift+Enter', inboxText.keyTogether],
  ]),
  group('inbox-picked', inboxText.keysName, [['s', inboxText.keySnoozePicked]]),
  group('inbox-back', inboxText.keysName, [['Escape', inboxText.keyBack]]),
  group('decision', decisionText.keysName, [
    ['a', answerButtonText.approve],
    ['r', answerButtonText.reject],
    ['e', answerButtonText.edit],
    ['n', answerButtonText.rank],
    ['c', answerButtonText.comment],
    ['i', answerButtonText.instruction],
    ['s', decisionTimeText.snooze],
    ['$mod+Enter', decisionText.keys.send],
  ]),
  group('recall', decisionText.keysName, [['z', decisionTimeText.recall]]),
  group('bulk', bulkText.keysName, [
    ['a', answerButtonText.approve],
    ['r', answerButtonText.reject],
    ['c', answerButtonText.comment],
    ['i', answerButtonText.instruction],
    ['e', fillText.action],
    ['$mod+Enter', decisionText.keys.send],
    ['z', bulkText.recallKey],
  ]),
  group('task', keysText.onTask, [
    ['1', taskText.tabs.stream],
    ['2', taskText.tabs.lineage],
    ['3', taskText.tabs.flow],
    ['4', taskText.tabs.timeline],
    ['5', taskText.tabs.state],
    ['6', taskText.tabs.decisions],
    ['7', taskText.tabs.events],
    ['m', keysText.message],
  ]),
  group('task-control', keysText.onTask, [
    ['h', keysText.pause],
    ['q', keysText.stop],
  ]),
  group('time', timeText.keysName, [
    [',', timeText.keyBack],
    ['.', timeText.keyForward],
    ['p', timeText.keyPlay],
    ['l', timeText.keyLive],
  ]),
  group('wall', wallText.keysName, [
    ['1', wallText.keyOpen(1)],
    ['h', wallText.keyHold],
  ]),
];
