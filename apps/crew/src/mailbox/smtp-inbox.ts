import { appendFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

/** A received mail. `receivedAt` epoch ms; `to` are the recipients of the envelope, those it was actually delivered to. */
export interface Mail {
  messageId: string;
  receivedAt: number;
  from: string;
  to: string[];
  subject: string;
  text: string;
}

export interface SmtpInbox {
  port: number;
  /** Newest first. */
  mails(): Mail[];
  close(): Promise<void>;
}

const maxMails = 1_000;
const maxBytes = 1024 * 1024;

/** A real SMTP server that keeps received mail in memory, and in a file (one JSON per line) if configured. */
export async function startSmtpInbox(options: {
  host: string;
  port: number;
  file?: string | null;
}): Promise<SmtpInbox> {
  const mails: Mail[] = [];
  const receive = async (stream: SMTPServerDataStream, to: string[]): Promise<void> => {
    const raw = await readAll(stream);
    const parsed = await PostalMime.parse(raw);
    const mail: Mail = {
      messageId: parsed.messageId ?? '',
      receivedAt: Date.now(),
      from: parsed.from?.address ?? '',
      to,
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
    };
    if (options.file) await appendFile(options.file, `${JSON.stringify(mail)}\n`);
    mails.unshift(mail);
    mails.length = Math.min(mails.length, maxMails);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: maxBytes,
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      receive(stream, to).then(
        () => callback(),
        (error: Error) => callback(error),
      );
    },
  });
  // A reset connection of a client must not stop the server.
  server.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    mails: () => [...mails],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    // Read to the end even if it is too large: only then does the server respond.
    if (!stream.sizeExceeded) chunks.push(chunk as Uint8Array);
  }
  if (stream.sizeExceeded) throw new Error('The mail is too large');
  return Buffer.concat(chunks);
}
