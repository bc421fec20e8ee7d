/**
 * The library as an author of agents installs it: one root. Inside this repository modules are imported by their own paths.
 */

export type { AgentDescriptor } from '@countersign/hai/agent-descriptor';
export type { HaiEvent, Output } from '@countersign/hai/event';
export type { RecalledMemory } from '@countersign/hai/recalled';
export type { RunAgentInput } from '@countersign/hai/run-input';
export type { UpMessage } from '@countersign/upformat/message';
export { type Agent, type AgentOptions, createAgent } from './agent.ts';
export { type AgentLimits, defaultLimits } from './agent-limits.ts';
export { type ApprovalOptions, NotApproved } from './approval/approval.ts';
export { type Ask, type Asked, type AskOptions, PromptWithdrawn, type ValueOf } from './asking.ts';
export type { Clock } from './clock.ts';
export type { DelegateInput, DelegateOptions, DelegateResult } from './delegate.ts';
export type { MessageOptions, MessageWriter } from './message-writer.ts';
export { type Served, serve } from './node-server.ts';
export type { Outcome, ValueSchema } from './outcome.ts';
export {
  type AskOnceOptions,
  askOnce,
  type OnceAnswer,
  type OnceQuestion,
} from './questions/ask-once.ts';
export { QuestionFault } from './questions/question-calls.ts';
export { InvalidQuestion } from './questions/refusals.ts';
export type { ReceiptOptions } from './receipts.ts';
export type { RunContext } from './run-context.ts';
export type { FailurePlace, OnError } from './runs/run-failure.ts';
export type { RunFunction } from './runs/run-lifecycle.ts';
export type { Answer, CheckEdit, Comment } from './runs/run-prompts.ts';
export type { SharedState } from './shared-state.ts';
