import { expect, it } from 'vitest';
import { messageMemberName } from './message-place.ts';

it.each([
  ['/upPrompt/expiresAt', 'Deadline'],
  ['/expiresAt', 'Deadline'],
  ['/upPrompt/defaultFeedback/type', 'Default › Type'],
  ['/defaultFeedback/content/reason', 'Default › Reason'],
  ['/explanation', 'Why'],
  ['/upThought/confidence', 'Confidence'],
  ['/upThought/reasoning/0', 'Reasoning › 1'],
  ['/upThought/costEstimate', 'Cost estimate'],
  ['/upContext/constraints/max', 'Limits › Max'],
  ['/payload/expiresAt', null],
  ['/upThought', 'Reasons of the agent'],
  ['/upPrompt', 'Answers and effect'],
  ['/upPrompt/allowed', 'Possible answers'],
  ['/upPrompt/answers/reject/label', 'Answers › Reject › Label'],
  ['/elsewhere', null],
])('%s is called %s', (pointer, name) => expect(messageMemberName(pointer)).toBe(name));
