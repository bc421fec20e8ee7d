import type { Agent } from '@countersign/api/agent';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { readRows } from '../../live/events/read-rows.ts';
import { usePrompts } from '../../live/prompts/queue-pages.ts';
import { useAgents, useTasks } from '../../live/queries.ts';
import { queryKeys } from '../../live/query-keys.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { askerName } from '../../text/sender-name.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { paletteText as text } from '../../text/texts.ts';
import type { FoundGroup, GroupProps } from './command-groups.tsx';
import { AgentLine, PromptLine, TaskLine } from './found.tsx';
import { beginsAWord, findBest, LISTED } from './rank.ts';

const MIN_WORDS = 3;
const MOST = 20;

/** Prompts that a search of the server finds by their text, or by their complete id or that of their source. */
function useServerSearch(words: string, show?: 'answered'): readonly PromptRow[] {
  const client = useClient();
  const wanted = useDeferredValue(words.trim());
  const found = useQuery({
    queryKey: queryKeys.closedPrompts(`found ${show ?? 'open'} ${wanted}`),
    queryFn: async ({ signal }) => {
      const query = { q: wanted, limit: MOST, ...(show ? { show } : { snoozed: 'any' as const }) };
      return (await readRows(client, query, signal)).items;
    },
    enabled: wanted.length >= MIN_WORDS,
  });
  return wanted.length >= MIN_WORDS ? (found.data ?? none) : none;
}

const none: readonly PromptRow[] = [];

const useAnsweredSearch = (words: string): readonly PromptRow[] =>
  useServerSearch(words, 'answered');

/** Open ones, in addition to those whose rows are here. */
const useOpenSearch = (words: string): readonly PromptRow[] => useServerSearch(words);

const wordsOfPrompt = (prompt: PromptRow) => ({
  title: askText(prompt),
  also: [askerName(prompt), prompt.taskTitle ?? '', prompt.id],
});
const wordsOfTask = (task: Task) => ({
  title: task.title,
  also: [task.agentName, task.id, task.runId],
});
const wordsOfAgent = ({ name, id }: Agent) => ({ title: name, also: [id] });

/** The open questions, and those that were answered. */
export function usePromptLines({ close, words }: GroupProps): readonly [FoundGroup, FoundGroup] {
  const navigate = useNavigate();
  const here = usePrompts().data ?? [];
  const open = here.filter((prompt) => prompt.state === 'open');
  const elsewhere = useOpenSearch(words);
  const answered = useAnsweredSearch(words);
  const found = findBest(open, words, wordsOfPrompt);
  // Additional results of the server: by text that rows do not contain, by the id of the source, or not read yet.
  const besides = elsewhere.filter(({ id }) => !found.some((prompt) => prompt.id === id));
  const group = (heading: string, prompts: readonly PromptRow[]): FoundGroup => ({
    heading,
    begins: prompts.some((prompt) => beginsAWord(wordsOfPrompt(prompt), words)),
    lines: prompts.slice(0, LISTED).map((prompt) => (
      <PromptLine
        key={prompt.id}
        prompt={prompt}
        onSelect={() => {
          close();
          void navigate({ to: '/inbox/$promptId', params: { promptId: prompt.id } });
        }}
      />
    )),
  });
  return [
    group(text.groups.prompts, [...found, ...besides]),
    group(text.groups.answered, answered),
  ];
}

export function useTaskLines({ close, words }: GroupProps): FoundGroup {
  const navigate = useNavigate();
  const found = findBest(useTasks().data ?? [], words, wordsOfTask);
  return {
    heading: text.groups.tasks,
    begins: found.some((task) => beginsAWord(wordsOfTask(task), words)),
    lines: found.map((task) => (
      <TaskLine
        key={task.id}
        task={task}
        onSelect={() => {
          close();
          void navigate({ to: '/tasks/$taskId', params: { taskId: task.id } });
        }}
      />
    )),
  };
}

/** Only when something is looked for: who goes to the agents goes to the page. */
export function useAgentLines({ close, words }: GroupProps): FoundGroup {
  const navigate = useNavigate();
  const agents = useAgents().data ?? [];
  const found = words.trim() === '' ? [] : findBest(agents, words, wordsOfAgent);
  return {
    heading: text.groups.agents,
    begins: found.some((agent) => beginsAWord(wordsOfAgent(agent), words)),
    lines: found.map((agent) => (
      <AgentLine
        key={agent.id}
        agent={agent}
        onSelect={() => {
          close();
          void navigate({ to: '/agents/$agentId', params: { agentId: agent.id } });
        }}
      />
    )),
  };
}
