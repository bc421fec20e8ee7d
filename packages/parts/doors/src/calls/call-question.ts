import { basename } from 'node:path/posix';
import { askingMessage, expiry, type QuestionPlace } from '@countersign/adapters/program/question';
import { argumentsForm, editEffectOf, effectOf } from '@countersign/adapters/shapes/action';
import type { CodingAgent, HoldCall } from '@countersign/api/agents/door';
import type { Severity, UpMessage } from '@countersign/upformat/message';
import { changesOf } from './call-changes.ts';
import { fileOf, inOrder, kindOf, wordsOf } from './tool-kinds.ts';

/** As people call the agents. */
export const agentNames: Readonly<Record<CodingAgent, string>> = {
  claude: 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'OpenCode',
};

/** A line of a title: no longer than fits, without line breaks. */
const line = (text: string, most = 100) => {
  const one = text.replace(/\s+/g, ' ').trim();
  return one.length <= most ? one : `${one.slice(0, most - 1)}…`;
};

const folderName = ({ folder }: HoldCall['call']) => basename(folder) || folder;

/** The question in one line: what runs, and where. It has no word of the agent but the command or the name itself. */
export function askOfCall({ call }: HoldCall): string {
  const folder = line(folderName(call), 60);
  const { command } = call.input;
  const path = fileOf(call);
  switch (kindOf(call)) {
    case 'command':
      return `Run in ${folder}: ${typeof command === 'string' ? line(command) : call.tool}`;
    case 'write':
      return `Write in ${folder}: ${line(path ?? call.tool)}`;
    case 'edit':
      return `Change in ${folder}: ${line(path ?? call.tool)}`;
    case 'patch':
      return `Change files in ${folder}`;
    case 'read':
      return `Read from ${folder}: ${line(path ?? call.tool)}`;
    default:
      return `Call ${line(call.tool, 80)} in ${folder}`;
  }
}

/** The title of the task of a session. */
export const titleOfSession = ({ call, place }: HoldCall): string =>
  [folderName(call), place.branch, agentNames[call.agent]]
    .filter((part) => part !== undefined)
    .join(' · ');

/** What is outside of the folder, or may be anything, is not minor. */
function severityOf({ call, files }: HoldCall): Severity {
  if (files.some(({ inside }) => !inside)) return 'critical';
  return kindOf(call) === 'read' ? 'minor' : 'major';
}

/** Who asks and what is reached, as the hook has found it: none of it is from the agent. */
function factsOf({ call, place, files }: HoldCall) {
  const { machine, branch, mode, version } = place;
  const agent = [agentNames[call.agent], version].filter(Boolean).join(' ');
  const reached = files.filter(({ path, real, inside }) => !inside || path !== real);
  const facts = [
    { name: 'agent', value: agent },
    { name: 'machine', value: machine },
    { name: 'folder', value: call.folder },
    ...(branch === undefined ? [] : [{ name: 'branch', value: branch }]),
    ...(mode === undefined ? [] : [{ name: 'mode', value: mode }]),
    ...reached.map(({ real, inside }) => ({ name: inside ? 'reaches' : 'outside', value: real })),
  ];
  return { type: 'facts', facts };
}

/** A held call as a question: the arguments first and whole, the facts of the hook, and what the agent says as its own voice. */
export function questionOfCall(held: HoldCall, place: QuestionPlace): UpMessage {
  const { call, canEdit, expiresIn } = held;
  const form = argumentsForm(inOrder(call), undefined);
  const words = wordsOf(call);
  return {
    ...askingMessage(place),
    payload: form.payload,
    ...(words === null ? {} : { upThought: { reasoning: [words] } }),
    upContext: { entity: call.tool, schema: form.schema },
    upPrompt: {
      ask: askOfCall(held),
      effect: effectOf(call.tool).text,
      severity: severityOf(held),
      ...expiry(place, expiresIn),
      allowed: canEdit ? ['approve', 'edit', 'reject'] : ['approve', 'reject'],
      ...(canEdit ? { answers: { edit: { effect: editEffectOf(call.tool).text } } } : {}),
      outputs: [factsOf(held), ...changesOf(held)],
    },
  };
}
