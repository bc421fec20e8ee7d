import { say } from '@countersign/api/statements';
import { readReceiptRow } from '@countersign/part-desk/rows/receipts';
import { readReceipt } from '@countersign/receipt/check-receipt';
import type { Receipt } from '@countersign/receipt/receipt';
import { isSigned } from '@countersign/receipt/signature';
import { operatorOf } from '@countersign/server/guard/guard';
import { ProblemError } from '@countersign/server/http/problem';
import { serve } from '@countersign/server/http/serve';
import type { ZodApp } from '@countersign/server/http/zod-app';
import type { Kernel } from '@countersign/server/kernel';
import { keySetOf, readSigningKeys } from '@countersign/server/store/signing';
import { beginExecution, endExecution, rotateKey } from '../receipt-operations.ts';

const refused = (fault: string) =>
  new ProblemError('receipt-refused', say('receipt.refused', { fault }));

/** The keys of receipts, and reports of who has used one. */
export function registerReceipts(
  app: ZodApp,
  { journal, clock }: Pick<Kernel, 'journal' | 'clock'>,
): void {
  const keys = async () => keySetOf(await readSigningKeys(journal.read));

  serve(app, 'GET /.well-known/jwks.json', async (_request, reply) => {
    const { keys: all } = await keys();
    return reply.header('cache-control', 'public, max-age=600').send({
      keys: all.map(({ use = 'sig', alg = 'EdDSA', ...key }) => ({ ...key, use, alg })),
    });
  });

  serve(app, 'POST /api/receipts/keys', async (request, reply) => {
    const key = await journal.commit(rotateKey, { by: operatorOf(request).id });
    if (key === null) throw refused('no-key');
    return reply.code(201).send({ kid: key.kid, from: key.from });
  });

  /** A receipt that this server has given, exactly. */
  async function given(value: unknown): Promise<Receipt> {
    const receipt = readReceipt(value);
    if (receipt === null) throw refused('malformed');
    const signed = isSigned(receipt.payload, receipt, await keys());
    if (signed !== 'signed') throw refused(signed);
    const row = await readReceiptRow(journal.read, receipt.payload.nonce);
    const kept: Receipt | null = row === undefined ? null : JSON.parse(row.receipt);
    if (kept?.sig !== receipt.sig) throw refused('unknown');
    return receipt;
  }

  serve(app, 'POST /api/executions', async (request) => {
    const { receipt, state, outcome = 'done', digest = null, note = null } = request.body;
    const { nonce: decisionId, expires, audience, decision } = (await given(receipt)).payload;
    if (state === 'started') {
      if (decision !== 'approve' && decision !== 'edit') throw refused('not-allowed');
      if (expires * 1_000 <= clock.now()) throw refused('expired');
      if (!(await journal.commit(beginExecution, { decisionId }))) {
        throw new ProblemError('receipt-used', say('receipt.used'));
      }
      return { decisionId };
    }
    const reporter = `agent:${audience}`;
    await journal.commit(endExecution, { decisionId, reporter, outcome, digest, note });
    return { decisionId };
  });
}
