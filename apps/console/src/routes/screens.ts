import { lazyPart } from '../ui/parts/lazy-part.tsx';

export const InboxPage = lazyPart(async () => (await import('./inbox/inbox.tsx')).InboxPage);
export const PromptPage = lazyPart(async () => (await import('./inbox/prompt.tsx')).PromptPage);
export const TasksPage = lazyPart(async () => (await import('./tasks/tasks.tsx')).TasksPage);
export const TaskPage = lazyPart(async () => (await import('./tasks/task.tsx')).TaskPage);
export const WallPage = lazyPart(async () => (await import('./tasks/wall.tsx')).WallPage);
export const AgentsPage = lazyPart(async () => (await import('./agents/agents.tsx')).AgentsPage);

/** Loads the screens that an operator goes to all day, in the order of that. */
export const usualScreens: readonly (() => Promise<void>)[] = [
  InboxPage,
  PromptPage,
  TaskPage,
  TasksPage,
  WallPage,
  AgentsPage,
].map((screen) => screen.preload);
