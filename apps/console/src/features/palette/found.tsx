import type { Agent } from '@countersign/api/agent';
import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import { Command } from 'cmdk';
import { Bot, CircleCheck, ListTodo } from 'lucide-react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { didIn } from '../../text/answers/own-answer.ts';
import { askerName } from '../../text/sender-name.ts';
import { askLang, askText } from '../../text/statements/asked-words.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Diamond, Icon } from '../../ui/icon.tsx';
import { statusInputOfTask } from '../../ui/marks/task-appearance.ts';
import { TaskBadge } from '../../ui/marks/task-badge.tsx';

/** A question: what is asked, by which agent, and in which task, since several tasks may ask the same. */
export function PromptLine({ prompt, onSelect }: { prompt: PromptRow; onSelect: () => void }) {
  return (
    <Command.Item onSelect={onSelect} value={`prompt ${prompt.id}`}>
      {prompt.state === 'open' ? (
        <Diamond filled={prompt.blocking} />
      ) : (
        <Icon of={CircleCheck} tone="done" />
      )}
      <span className="truncate palette-title" dir="auto" lang={askLang(prompt)}>
        {visibleText(askText(prompt))}
      </span>
      <span className="muted truncate palette-by" dir="auto">
        {visibleText(askerName(prompt))}
        {prompt.taskTitle === null ? null : ` · ${visibleText(prompt.taskTitle)}`}
        {prompt.decision === null ? null : ` · ${didIn(prompt.decision)}`}
      </span>
    </Command.Item>
  );
}

/** A task; of several that are called the same, who does it and since when. */
export function TaskLine({ task, onSelect }: { task: Task; onSelect: () => void }) {
  return (
    <Command.Item onSelect={onSelect} value={`task ${task.id}`}>
      <Icon of={ListTodo} />
      <span className="truncate palette-title" dir="auto" lang="">
        {visibleText(task.title)}
      </span>
      <span className="muted truncate palette-by" dir="auto" lang="">
        {visibleText(task.agentName)}
      </span>
      <span className="muted rigid">
        <LiveTime at={task.startedAt} />
      </span>
      <span className="row-end row-inline-tight to-end">
        <TaskBadge statusInput={statusInputOfTask(task)} />
      </span>
    </Command.Item>
  );
}

export function AgentLine({ agent, onSelect }: { agent: Agent; onSelect: () => void }) {
  return (
    <Command.Item onSelect={onSelect} value={`agent ${agent.id}`}>
      <Icon of={Bot} />
      <span className="truncate palette-title" dir="auto" lang="">
        {visibleText(agent.name)}
      </span>
      <span className="muted mono truncate palette-by" dir="auto" lang="">
        {visibleText(agent.id)}
      </span>
    </Command.Item>
  );
}
