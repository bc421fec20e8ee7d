import { statementsOf } from '@countersign/json/statement';

/** Why an answer, a rule or a deadline is refused, in English, by code. The console has the same codes in each of its languages. */
export const deskStatements = {
  'value.too-deep': 'This is nested too deeply.',
  'value.too-large': 'This is too large.',
  'answer.needs-reason': 'This answer needs a reason.',
  'answer.value-missing':
    'The edited value is missing: words alone are no answer in the form of this agent.',
  'answer.comment-only': 'A comment is added to the question and does not answer it.',
  'decide.stopped': 'Nothing answers by itself at present.',
  'decide.never': 'The policy never allows this: {line}. No approval unlocks it.',
  'decide.people-only': 'The policy leaves this to people: {line}.',
  'decide.no-access': 'This operator has no access any more.',
  'decide.only-reads': 'Viewers read and do not answer.',
  'decide.other-caller': 'Only the caller of this task may answer in its place.',
  'decide.named': 'Only {people} may answer this.',
  'decide.group': 'Only the group {group} may answer this.',
  'decide.own-call': 'Nobody allows the own call: another person must.',
  'decide.own-task': 'Nobody decides about the own task here: another person must.',
  'rule.nothing-compared': 'Nothing is compared here.',
  'rule.give-list': 'Give a list of values.',
  'rule.give-value': 'Give a value to compare with.',
  'rule.give-comparable': 'Give a number or a text to compare with.',
  'rule.not-a-path': 'This is not a JSONPath: {reason}',
  'prompt.not-open': 'It is not open any more.',
  'deadline.passed': 'Its deadline has passed.',
  'deadline.not-allowed': 'The agent does not allow it.',
  'deadline.moved': 'The deadline has moved since it was shown.',
  'deadline.used-up': 'The agent does not allow another extension.',
  'deadline.nobody': 'Nobody answered in time.',
  'deadline.default-unfit':
    'Nobody answered in time, and the default was not sent because it does not fit what is asked: {why}',
  'deadline.default-not-allowed': 'Nobody answered in time, and the default was not sent: {why}',
  'deadline.fault': '{fault}',
  'deadline.fault-at': '{fault} ({path})',
  'deadline.agent-gone':
    'Nobody answered in time, and the default was not sent: the agent is not there any more.',
  'deadline.run-failed':
    'Nobody answered in time, and the default was not sent: the run that asked has failed.',
} as const;

export const say = statementsOf(deskStatements);
