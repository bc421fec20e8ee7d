import { memberOf } from '@countersign/json/json-object';
import { readStatement, type Statement } from '@countersign/json/statement';
import type { UpMessage } from '@countersign/upformat/message';
import { originName, type PromptOrigin } from '../origin.ts';

interface Stated {
  origin: Pick<PromptOrigin, 'protocol' | 'kind'>;
  message: Pick<UpMessage, 'upPrompt'>;
}

/** Origins whose questions are written by this server, with the words of agents in them. */
const written = /^(mcp|affordance|knowledge|gateway|ag-ui|hai|a2a|acp)\/|^upformat\/unread$/;

/** What the server wrote of a question itself, as data. Of a question in UpFormat the agent has written everything. */
export const statementsOfQuestion = ({ origin, message }: Stated): unknown =>
  written.test(originName(origin)) ? memberOf(message.upPrompt, 'statements') : undefined;

/** The question in one line, as data; null = its author wrote it. */
export const statedAsk = (prompt: Stated): Statement | null =>
  readStatement(memberOf(statementsOfQuestion(prompt), 'ask'));
