import { createHash } from 'node:crypto';
import type { RunContext } from '@countersign/agent/run-context';
import type { Transporter } from 'nodemailer';
import { type CrewState, changeState } from '../recommender/crew-state.ts';
import { createTokenWriter } from '../token-writer.ts';
import { type MailOrder, mailOrderContext, mailOrderSchema } from './mail-order.ts';

export interface EmailToolParts {
  transport: Transporter;
  from: string;
  tokenDelayMs: number;
  /** Message ids of sent mails, by run and address: no one gets two mails for one run. */
  sent: Map<string, string>;
}

type MailRow = NonNullable<CrewState['mail']>[number];

const maxRemembered = 10_000;

/** The run of the Email Tool: checks the order in `forwardedProps.order`, then sends each mail once. */
export async function sendMail(context: RunContext, parts: EmailToolParts): Promise<unknown> {
  const order = mailOrderSchema.safeParse(context.input.forwardedProps?.['order']);
  if (!order.success) {
    const errors = order.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    await context.upformat({
      state: 'failed',
      explanation: `The order does not have the form I need. ${errors.join('; ')}`,
      upContext: mailOrderContext,
    });
    return { sent: 0 };
  }
  const speech = createTokenWriter(context, parts.tokenDelayMs);
  const rows = await context.step('Send the mails', () => sendAll(context, order.data, parts));
  const delivered = rows.filter(({ status }) => status === 'sent' || status === 'already sent');
  const failed = rows.length - delivered.length;
  await speech.say(`${delivered.length} of ${rows.length} mails have gone out.`);
  await context.upformat({
    state: failed === 0 ? 'completed' : 'failed',
    explanation:
      failed === 0
        ? `The mail server took all ${rows.length} mails.`
        : `The mail server refused ${failed} of ${rows.length} mails.`,
    payload: { deliveries: rows },
    upThought: { canProceed: failed === 0, confidence: delivered.length / rows.length },
  });
  return { sent: delivered.length };
}

async function sendAll(
  context: RunContext,
  order: MailOrder,
  parts: EmailToolParts,
): Promise<MailRow[]> {
  const people = new Map(order.recipients.map((person) => [person.address.toLowerCase(), person]));
  const rows: MailRow[] = [...people].map(([address, { displayName }]) => ({
    address,
    name: displayName,
    status: 'waiting',
  }));
  const writer = await context.message();
  const show = async () => {
    await changeState(context, { mail: structuredClone(rows) });
    await writer.output({
      type: 'toolCallShow',
      id: `mails-${context.runId}`,
      data: {
        title: 'Mails',
        icon: 'mail',
        tools: rows.map(({ address, name, status }) => ({
          id: address,
          name,
          description: `${address}: ${status}`,
          progress: status === 'waiting' ? 0 : 100,
        })),
      },
    });
  };
  await show();
  for (const row of rows) {
    await sendOne(context, row, order, parts);
    await show();
  }
  await writer.end();
  return rows;
}

async function sendOne(
  context: RunContext,
  row: MailRow,
  order: MailOrder,
  parts: EmailToolParts,
): Promise<void> {
  const { sent, transport, from } = parts;
  // The task is the caller's run: if called again for it, the tool must know the addresses it has sent to.
  const key = `${context.input.parentRunId ?? context.runId}|${row.address}`;
  const messageId = `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@crew.countersign.example>`;
  const subject = order.subjectLine;
  await context
    .tool('send_mail', { to: row.address, subject }, async () => {
      const before = sent.get(key);
      row.messageId = messageId;
      if (before !== undefined) {
        row.status = 'already sent';
        return { messageId: before, status: row.status };
      }
      // Stored before it is sent: of two concurrent calls only one must send.
      sent.set(key, messageId);
      try {
        const text = order.bodyText.replaceAll('{name}', row.name);
        await transport.sendMail({
          from,
          to: { name: row.name, address: row.address },
          subject,
          text,
          messageId,
        });
      } catch (error) {
        sent.delete(key);
        throw error;
      }
      forgetOldest(sent);
      row.status = 'sent';
      return { messageId, status: row.status };
    })
    .catch((error: unknown) => {
      context.signal.throwIfAborted();
      row.status = 'failed';
      return error;
    });
}

function forgetOldest(sent: Map<string, string>): void {
  for (const key of sent.keys()) {
    if (sent.size <= maxRemembered) return;
    sent.delete(key);
  }
}
