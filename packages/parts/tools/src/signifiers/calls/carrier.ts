import { callApproval, callQuestion } from '@countersign/adapters/affordance/question';
import { type AffordanceCall, callIn } from '@countersign/adapters/affordance/record';
import type { CallRisk } from '@countersign/adapters/mcp-server/risk';
import { messageEvents } from '@countersign/adapters/mcp-server/run-events';
import { calledBy } from '@countersign/adapters/mcp-server/tool-call';
import { say } from '@countersign/api/statements';
import type { Task } from '@countersign/api/task';
import type { JsonObject } from '@countersign/json/json-object';
import type { AgentDirectory } from '@countersign/part-desk/agents/agent-directory';
import type { Carrier } from '@countersign/part-desk/agents/carrier';
import { recordIn } from '@countersign/part-desk/relayed/relay-record';
import { firstInputOf } from '@countersign/part-desk/rows/runs';
import { readTask } from '@countersign/part-desk/tasks/records';
import { createRunCarrier } from '@countersign/part-mcp/mcp-servers/run-carrier';
import { type ApprovalSteps, startToolRun } from '@countersign/part-mcp/mcp-servers/tool-run';
import { AgentFailure } from '@countersign/server/http/transport-errors';
import type { Journal } from '@countersign/server/journal/journal';
import type { SamplingModel } from '@countersign/server/models/sampling-model';
import { requestText } from '@countersign/signifiers/call/request-digest';
import { readEnvironment } from '../../rows/environment-entries.ts';
import { type ApprovedCall, noteApproval } from '../approval-operations.ts';
import type { Environment } from '../environment.ts';
import { grantCalls } from '../grant-operations.ts';
import { callIdOf, grantIdOf } from './call-ids.ts';
import { type CallPlan, credentialsOf, planCall, secretNames } from './call-plan.ts';
import { callable } from './callable.ts';
import { type CallMeans, performCall } from './perform-call.ts';

export interface AffordanceCarrierOptions extends CallMeans {
  journal: Journal;
  environment: Environment;
  agents: AgentDirectory;
  model: SamplingModel | null;
}

/** Carries calls of signifiers: each is a run in this server, approved and shown like the call of a tool of an MCP server. */
export function createAffordanceCarrier(options: AffordanceCarrierOptions): Carrier {
  const { journal, environment, agents, clock, model } = options;

  const wasUnknown = async (call: AffordanceCall) =>
    (await readEnvironment(journal.read, 'call', callIdOf(call)))?.wasUnknown === true;
  const isGranted = async (call: AffordanceCall) => {
    const id = grantIdOf(call);
    if (id === null || (await ownTask(journal, call)) === null) return false;
    // What is not listed does not count.
    return (await readEnvironment(journal.read, 'grant', id))?.of !== undefined;
  };

  /** How a call is approved now: a person may have allowed it before, and one that may repeat another is asked about. */
  const riskFor = async (
    call: AffordanceCall,
    plan: CallPlan,
    isDoubtful: boolean,
  ): Promise<CallRisk> => {
    const { risk } = plan;
    if (call.approved !== null && call.approved === plan.digest) return allowed(risk);
    if (isDoubtful && !plan.isReading && risk.approval === 'none') {
      return { approval: 'approve', severity: 'major' };
    }
    if (isDoubtful) return risk;
    return risk.approval === 'approve' && (await isGranted(call)) ? allowed(risk) : risk;
  };

  return createRunCarrier({
    describe: async () => '{}',
    async start({ agent }, { input, ...opening }) {
      const { threadId, runId } = input;
      const place = { threadId, runId };
      const call = calledBy(input);
      const record = callIn(input);
      if ('why' in call) return call;
      if (record === null)
        return { why: 'A service takes calls of what it offers, and no messages.' };
      const found = await callable(environment, journal, record);
      if ('why' in found) return found;
      const plan = planCall(found, call.arguments);
      const credentials = await credentialsOf(agents, found);
      const isDoubtful = await wasUnknown(record);
      const risk = await riskFor(record, plan, isDoubtful);
      // An operator approved something, and it is not this.
      if (record.approved !== null && record.approved !== plan.digest) {
        return { why: 'What would be sent now is not what was approved. Nothing was sent.' };
      }
      const request = plan.request;
      const own = await ownTask(journal, record);
      const about = {
        callerName: record.callerName,
        task: own === null ? null : shownTask(own),
        named: own === null ? record.task : null,
        other: own === null ? await otherTask(journal, agents, record) : null,
        preview:
          request === null ? '' : requestText(request, secretNames(credentials, request.url)),
        digest: plan.digest,
        ...{ context: found.known.signifier.context, effect: plan.effect },
        wasUnknown: isDoubtful,
        last: await readEnvironment(journal.read, 'approval', record.signifierId),
      };
      let approvedBy: ApprovedCall['approved'] | null =
        record.approved === null ? null : { by: record.callerName };
      let isEdited = false;
      /** Whether an approval for the task is kept. */
      let granted: Promise<boolean> = Promise.resolve(true);
      const approval: ApprovalSteps = {
        question: (usual) => callQuestion(usual, risk, about),
        read(feedback, question, decisionId) {
          const read = callApproval(feedback, question, { risk, task: about.task });
          isEdited = feedback.type === 'edit';
          if (read.approval.kind === 'call') approvedBy = { decisionId };
          const grant = read.forTask ? grantIdOf(record) : null;
          if (grant !== null && own !== null) {
            granted = journal
              .commit(grantCalls, { id: grant, task: own.id, of: record, decisionId })
              .catch(() => false);
          }
          return read.approval;
        },
      };
      return startToolRun({
        ...{ ...opening, place, agent, clock, model, call, risk, approval, tool: plan.tool },
        // Only calls over MCP connect by themselves.
        connect: () =>
          Promise.reject(new Error('A call of a signifier makes its own connections.')),
        async perform(how) {
          // Before the call: the next one of the task must not be asked about.
          if (!(await granted)) {
            const words = 'The approval could not be kept: it is for this call only.';
            how.emit(messageEvents(place, 'not-granted', words));
          }
          // People may have taken hours, and services change.
          const now = await callable(environment, journal, record);
          if ('why' in now) throw now.failure;
          if (
            isStricter(planCall(now, how.args).risk, isStricter(risk, plan.risk) ? risk : plan.risk)
          ) {
            throw new AgentFailure('signifier-policy', say('call.policy-stricter'));
          }
          const headersOf = await credentialsOf(agents, now);
          // With headers or without is what a person was shown.
          if ((headersOf === null) !== (credentials === null)) {
            throw new AgentFailure('other-request', say('call.other-request'));
          }
          if (approvedBy !== null) {
            await keepApproval(journal, record, { approved: approvedBy, args: how.args });
          }
          const approvedDigest = isEdited ? null : plan.digest;
          return performCall(options, { found: now, credentials: headersOf, approvedDigest }, how);
        },
      });
    },
  });
}

/** The task that a caller names, if it is its own and open: else an approval would apply to any task that the caller gives this name. */
async function ownTask(
  { read }: Journal,
  { caller, task: id }: AffordanceCall,
): Promise<Task | null> {
  const task = id === null ? null : await readTask(read, id);
  if (task === null || task.endedAt !== null) return null;
  if (task.agents.includes(caller)) return task;
  const first = await firstInputOf(read, task.id);
  return first !== undefined && recordIn(first.input)?.caller === caller ? task : null;
}

/** The task of another agent that a caller names: shown to the person who is asked, and no more than that. */
async function otherTask(
  { read }: Journal,
  agents: AgentDirectory,
  { task: id }: AffordanceCall,
): Promise<{ task: string; agent: string } | null> {
  const task = id === null ? null : await readTask(read, id);
  if (task === null) return null;
  const agent = await agents.descriptor(task.agentId);
  return { task: shownTask(task), agent: agent?.name ?? task.agentId };
}

const shownTask = ({ title, id }: Task): string => `“${title}” (${id})`;

/** For the next question, which says less if this fails. */
const keepApproval = (
  journal: Journal,
  call: AffordanceCall,
  { approved, args }: { approved: ApprovedCall['approved']; args: JsonObject },
): Promise<unknown> =>
  journal
    .commit(noteApproval, { signifierId: call.signifierId, arguments: args, approved })
    .catch(() => null);

const strictness: readonly CallRisk['approval'][] = ['none', 'approve', 'typed'];

/** Whether a call is approved in a stricter way than another one. */
const isStricter = (one: CallRisk, other: CallRisk): boolean =>
  strictness.indexOf(one.approval) > strictness.indexOf(other.approval);

const allowed = (risk: CallRisk): CallRisk => ({ ...risk, approval: 'none' });
