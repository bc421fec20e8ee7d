import { firstTables } from './migrations/0001-first-tables.ts';
import { decisionsInTime } from './migrations/0002-decisions-in-time.ts';
import { lookupsByPrompt } from './migrations/0003-lookups-by-prompt.ts';
import { outboxByAgent } from './migrations/0004-outbox-by-agent.ts';
import { ages } from './migrations/0005-ages.ts';
import { orderOfPrompts } from './migrations/0006-order-of-prompts.ts';
import { closedStreams } from './migrations/0007-closed-streams.ts';
import { historyInSnapshots } from './migrations/0008-history-in-snapshots.ts';
import { dismissedTools } from './migrations/0009-dismissed-tools.ts';
import { spokenProtocol } from './migrations/0010-spoken-protocol.ts';
import { failedAnswers } from './migrations/0011-failed-answers.ts';
import { sessionProof } from './migrations/0012-session-proof.ts';
import { notableEvents } from './migrations/0013-notable-events.ts';
import { compressedSnapshots } from './migrations/0014-compressed-snapshots.ts';
import { lookupsAfterFacts } from './migrations/0015-lookups-after-facts.ts';
import { queueOfATask } from './migrations/0016-queue-of-a-task.ts';
import { speakers } from './migrations/0017-speakers.ts';
import { closedPrompts } from './migrations/0018-closed-prompts.ts';
import { whoStopped } from './migrations/0019-who-stopped.ts';
import { figuresOfAnAgent } from './migrations/0020-figures-of-an-agent.ts';
import { placesInTheLog } from './migrations/0021-places-in-the-log.ts';
import { orderOfTheQueue } from './migrations/0022-order-of-the-queue.ts';
import { promptsInFolds } from './migrations/0023-prompts-in-folds.ts';
import { origins } from './migrations/0024-origins.ts';
import { promptsWithoutATask } from './migrations/0025-prompts-without-a-task.ts';
import { mcpClients } from './migrations/0026-mcp-clients.ts';
import { reasonsAsData } from './migrations/0027-reasons-as-data.ts';
import { registeredServices } from './migrations/0028-registered-services.ts';
import { environment } from './migrations/0029-environment.ts';
import { knowledge } from './migrations/0030-knowledge.ts';
import { readingTasks } from './migrations/0031-reading-tasks.ts';
import { linksOfEvents } from './migrations/0032-links-of-events.ts';

/**
 * Steps from an empty file to the current tables, each run once and never changed after its release; a new one is appended here as a
 * separate file, and the resulting tables are in `schema/current.sql`. The number of a file is the version after it. A store of an
 * unknown version is refused.
 */
export const migrations: readonly string[] = [
  firstTables,
  decisionsInTime,
  lookupsByPrompt,
  outboxByAgent,
  ages,
  orderOfPrompts,
  closedStreams,
  historyInSnapshots,
  dismissedTools,
  spokenProtocol,
  failedAnswers,
  sessionProof,
  notableEvents,
  compressedSnapshots,
  lookupsAfterFacts,
  queueOfATask,
  speakers,
  closedPrompts,
  whoStopped,
  figuresOfAnAgent,
  placesInTheLog,
  orderOfTheQueue,
  promptsInFolds,
  origins,
  promptsWithoutATask,
  mcpClients,
  reasonsAsData,
  registeredServices,
  environment,
  knowledge,
  readingTasks,
  linksOfEvents,
];

/** Version of the tables of this server. */
export const schemaVersion = migrations.length;
