import { type Agent, createAgent } from '@countersign/agent/agent';
import nodemailer from 'nodemailer';
import { z } from 'zod';
import { mailOrderSchema } from './mail-order.ts';
import { sendMail } from './send-mail.ts';

export interface EmailToolOptions {
  smtp: { host: string; port: number };
  tokenDelayMs: number;
}

/** The Email Tool as an agent; it sends by SMTP. */
export function createEmailTool({ smtp, tokenDelayMs }: EmailToolOptions): Agent {
  const transport = nodemailer.createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: false,
    // The embedded server on loopback has no certificate.
    ignoreTLS: true,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  });
  const parts = {
    transport,
    from: 'Countersign crew <crew@countersign.example>',
    tokenDelayMs,
    sent: new Map<string, string>(),
  };
  return createAgent({
    id: 'email-tool',
    name: 'Email Tool',
    description: 'Sends mail by SMTP, once per person and task.',
    inputSchema: z.toJSONSchema(mailOrderSchema),
    run: (context) => sendMail(context, parts),
  });
}
