import type { Agent } from '@countersign/api/agent';
import { logOf } from '@countersign/api/asker';
import type { Operator } from '@countersign/api/operator';
import type { Policy } from '@countersign/api/policy';
import type { Decision, Prompt } from '@countersign/api/prompt';
import type { Control, CreateTask, Task } from '@countersign/api/task';
import { defaultPolicy } from '@countersign/desk/policy';
import type { Envelope } from '@countersign/hai/envelope';
import { emptyThread } from '@countersign/thread/fold';
import type { Thread } from '@countersign/thread/thread';
import type { UpFeedback } from '@countersign/upformat/message';
import { demoText } from '../text/demo.ts';
import { playNow, playRecorded, recordAnswer, watchDeadlines } from './demo-answers.ts';
import { requestControl } from './demo-controls.ts';
import { createDemoJournal, type DemoJournal } from './demo-journal.ts';
import { type Cue, createPlayer } from './demo-player.ts';
import { withProtocolNames } from './demo-protocols.ts';
import { demoTask } from './demo-task.ts';
import {
  createDemoShared,
  type DemoPorts,
  type DemoShared,
  type DemoTaskState,
} from './demo-tasks.ts';
import { retimed, type Tape } from './tape.ts';

export interface StageOptions {
  title?: string;
  /** How long ago the task began. */
  agoMs: number;
  /** Where to stop; absent = at its end. */
  until?: (cue: Cue) => boolean;
}

export interface DemoServer {
  journal: DemoJournal;
  /** For the parts that write their own facts. */
  house: DemoShared;
  /** What holds for questions that are answered from now on. */
  policy: Policy;
  me: Operator;
  agents: Agent[];
  now(): number;
  tasks(): Task[];
  task(taskId: string): Task | null;
  thread(taskId: string): Thread | null;
  prompts(): Prompt[];
  prompt(promptId: string): Prompt | null;
  /** Starts the recording as a new task and plays it. */
  start(body: CreateTask): { taskId: string; runId: string };
  /** Adds a task as if it had started a while ago; it continues when its question is answered. */
  stage(options: StageOptions): string;
  /** Puts made-up envelopes there as a task. */
  put(task: Task, envelopes: readonly Envelope[]): void;
  decide(prompt: Prompt, feedback: UpFeedback): Decision;
  /** A message of the operator; null when there is no such task. */
  say(
    taskId: string,
    content: string,
  ): { messageId: string; runId: string; to: 'running' | 'new-run' } | null;
  control(taskId: string, action: Control['action'], reason: string | null): Control | null;
}

/** The server of the demo: the same answers as the real one, from a tape, inside the page. */
export function createDemoServer(tape: Tape, ports: DemoPorts): DemoServer {
  const journal = createDemoJournal(`demo-${ports.createId().slice(0, 8)}`);
  const house = createDemoShared(ports, journal);
  const { rooms, prompts } = house;
  const me: Operator = { id: 'demo', name: demoText.operator, role: 'admin', groups: [] };
  watchDeadlines(house);

  const enter = (room: Omit<DemoTaskState, 'thread' | 'controls' | 'updatedAt'>): DemoTaskState => {
    const full = {
      ...room,
      thread: emptyThread(room.taskId),
      controls: [],
      updatedAt: room.startedAt,
    };
    rooms.set(room.taskId, full);
    return full;
  };
  const open = (
    title: string | undefined,
    startAt: number,
    recorded: () => boolean,
  ): DemoTaskState => {
    const taskId = ports.createId();
    const runId = ports.createId();
    const task = { ...tape.task, title: title ?? tape.task.title };
    const room = enter({ taskId, runId, recorded: task, player: null, startedAt: startAt });
    room.player = createPlayer({
      envelopes: retimed(tape, { taskId, runId, startAt }),
      ports,
      play: (cue) => (recorded() ? playRecorded(house, room, cue) : playNow(house, room, cue)),
    });
    return room;
  };
  const summary = (room: DemoTaskState): Task =>
    demoTask({
      ...room,
      prompts: [...prompts.values()].filter((prompt) => prompt.taskId === room.taskId),
    });

  const server: DemoServer = {
    journal,
    house,
    policy: defaultPolicy,
    me,
    agents: tape.agents.map(withProtocolNames),
    now: ports.now,
    tasks: () => [...rooms.values()].map(summary),
    task(taskId) {
      const room = rooms.get(taskId);
      return room ? summary(room) : null;
    },
    thread: (taskId) => rooms.get(taskId)?.thread ?? null,
    prompts: () => [...prompts.values()],
    prompt: (promptId) => prompts.get(promptId) ?? null,
    start(body) {
      const room = open(body.title ?? body.message?.slice(0, 120), ports.now(), () => false);
      house.note(room, demoText.startedFrom(tape.task.title));
      ports.schedule(() => room.player?.go(), 50);
      return { taskId: room.taskId, runId: room.runId };
    },
    stage({ title, agoMs, until }) {
      let recorded = true;
      const room = open(title, ports.now() - agoMs, () => recorded);
      room.player?.skim(until);
      recorded = false;
      return room.taskId;
    },
    put(task, envelopes) {
      const { id: taskId, runId, startedAt } = task;
      const room = enter({ taskId, runId, recorded: task, player: null, startedAt });
      for (const { agentId, event, receivedAt } of envelopes)
        house.append(room, agentId, event, receivedAt);
    },
    decide(prompt, feedback) {
      const { recallMs } = server.policy.classes[prompt.severity];
      const by = { kind: 'operator', id: me.id, name: me.name } as const;
      const decision = recordAnswer(house, prompt, feedback, { by, recallMs });
      ports.schedule(() => rooms.get(logOf(prompt))?.player?.go(), Math.max(250, recallMs));
      return decision;
    },
    say(taskId, content) {
      const room = rooms.get(taskId);
      if (!room) return null;
      const messageId = house.note(room, content, `operator:${me.id}`, 'user');
      ports.schedule(() => house.note(room, demoText.cannotReceive), 400);
      return {
        messageId,
        runId: room.runId,
        to: room.thread.run.endedAt === null ? 'running' : 'new-run',
      };
    },
    control(taskId, action, reason) {
      const room = rooms.get(taskId);
      return room ? requestControl(house, room, { action, reason, by: `operator:${me.id}` }) : null;
    },
  };
  return server;
}
