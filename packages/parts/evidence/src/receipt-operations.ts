import { type ReportedOutcome, recordOutcome } from '@countersign/part-desk/decisions/outcome';
import { readDecision } from '@countersign/part-desk/records/prompt-records';
import { beginUse } from '@countersign/part-desk/rows/receipts';
import type { EvidenceManifest } from '@countersign/receipt/evidence';
import { digestOfValue } from '@countersign/receipt/receipt';
import { operation } from '@countersign/server/journal/operation';
import type { SigningKey } from '@countersign/server/store/signing';

/** The one use of a receipt begins; false = it has begun before. */
export const beginExecution = operation<{ decisionId: string }, boolean>(
  'beginExecution',
  async (transaction, { decisionId }) => beginUse(transaction, decisionId),
);

/** What became of a decision; the same report again changes nothing. */
export const endExecution = operation<ReportedOutcome, null>(
  'endExecution',
  async (transaction, reported) => {
    const known = (await readDecision(transaction, reported.decisionId))?.outcome;
    const { outcome: status, note, digest } = reported;
    const isSame =
      known !== undefined &&
      known.status === status &&
      known.note === note &&
      known.digest === digest;
    if (!isSame) await recordOutcome(transaction, reported);
    return null;
  },
);

/** Signs an export, recorded with who has saved it; null = the store has no secret. */
export const signEvidence = operation<
  { by: string; manifest: EvidenceManifest },
  { kid: string; sig: string; x: string } | null
>('signEvidence', async (transaction, { by, manifest }) => {
  const signer = await transaction.signer();
  if (signer === null) return null;
  const { kind, subject } = manifest;
  await transaction.audit({
    ...{ operator: by, action: 'export:evidence', threadId: kind === 'task' ? subject : null },
    detail: { title: subject, of: kind, digest: digestOfValue(manifest) },
  });
  return { kid: signer.kid, sig: signer.sign(manifest), x: signer.x };
});

/** The next key of receipts, recorded with who has asked for it; null = the store has no secret. */
export const rotateKey = operation<{ by: string }, SigningKey | null>(
  'rotateKey',
  async (transaction, { by }) => {
    const key = await transaction.addSigningKey();
    if (key === null) return null;
    const { kid, from } = key;
    await transaction.audit({
      ...{ operator: by, action: 'policy:receipt-key', threadId: null },
      detail: { title: kid, from },
    });
    return key;
  },
);
