import { say } from '@countersign/api/statements';
import { policyFileOf, readPolicyFile } from '@countersign/policy/policy-file';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError, quoted } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import { readPolicyTable } from '../../decisions/policy-in-force.ts';
import type { DeskDeps } from '../../desk-services.ts';
import { changesBetween } from '../../policy/table-changes.ts';
import {
  bypassLine,
  endBypass,
  putPolicyTable,
  stopAnswering,
} from '../../policy/table-operations.ts';
import { tryPolicy } from '../../policy/try-policy.ts';
import { policyTableRows } from '../../rows/policy/policy-tables.ts';

const maxVersions = 100;

/** The policy as an ordered table: read, tried, changed, stopped and bypassed. */
export function registerPolicyTable(app: ZodApp, deps: DeskDeps): void {
  const { journal, clock, createId } = deps;
  const inForce = async () => readPolicyTable(journal.read, clock.now());

  serve(app, 'GET /api/policy/table', inForce);

  serve(app, 'PUT /api/policy/table', async (request) => {
    const { version, lines } = request.body;
    const by = operatorOf(request);
    const { kind, table } = await journal.commit(putPolicyTable, { version, lines, by });
    if (kind === 'changed') return table;
    const detail = say('policy.changed', { version: table.version });
    throw new ProblemError('policy-changed', detail, { policy: table });
  });

  serve(app, 'GET /api/policy/table/versions', async () => {
    const rows = await policyTableRows(journal.read, maxVersions);
    const items = rows.map(({ version, at, operator, body }, index) => {
      const before = rows[index + 1]?.body ?? '[]';
      return { version, at, by: operator, ...changesBetween(JSON.parse(before), JSON.parse(body)) };
    });
    return { items };
  });

  serve(app, 'POST /api/policy/table/trial', async (request) =>
    tryPolicy(journal, request.body.lines, clock.now()),
  );

  serve(app, 'GET /api/policy/table/file', async () => ({
    yaml: policyFileOf((await inForce()).lines),
  }));

  serve(app, 'POST /api/policy/table/file', async (request) => {
    const read = readPolicyFile(request.body.yaml);
    if ('lines' in read) return { lines: read.lines };
    const errors = read.faults.map(({ line, column, text }) => ({
      path: `line ${line}, column ${column}`,
      message: text,
    }));
    const [first] = errors;
    throw new ProblemError('invalid-request', quoted(`${first?.path}: ${first?.message}`), {
      errors,
    });
  });

  serve(app, 'PUT /api/policy/table/stopped', async (request) => {
    const { stopped } = request.body;
    const by = operatorOf(request);
    // Anyone who answers may stop it; only administrators let it go on.
    if (!stopped && by.role !== 'admin')
      throw new ProblemError('forbidden', say('rule.admin-only'));
    return journal.commit(stopAnswering, { id: createId(), stopped, by });
  });

  serve(app, 'POST /api/policy/table/bypasses', async (request) => {
    const by = operatorOf(request);
    const outcome = await journal.commit(bypassLine, { id: createId(), ...request.body, by });
    if (outcome.kind === 'bypassed') return outcome.table;
    const { line } = request.body;
    if (outcome.kind === 'unknown')
      throw new ProblemError('not-found', say('policy.no-line', { line }));
    throw new ProblemError('invalid-request', say('policy.no-bypass', { line }));
  });

  serve(app, 'DELETE /api/policy/table/bypasses/:id', async (request) =>
    journal.commit(endBypass, { id: request.params.id, by: operatorOf(request) }),
  );
}
