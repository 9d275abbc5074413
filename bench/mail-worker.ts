/** A mail server that throws everything away, or a bare loop of the mail library: a process of its own in both cases. */
import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';

/** `expect`: wait for this many mails from now on. `send`: send this many to the port. */
export type MailOrder = { expect: number } | { send: number; port: number; mail: BareMail };
export type BareMail = { text: string; html: string; headers: Record<string, string> };
export type MailResult = { port?: number; lastMs?: number };

const connections = 10;

function startSink(): void {
  let left = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => {
        done();
        left -= 1;
        if (left === 0) process.send?.({ lastMs: Date.now() });
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }));
  process.on('message', (order: MailOrder) => {
    if ('expect' in order) left = order.expect;
  });
}

async function sendAll({ send, port, mail }: Extract<MailOrder, { send: number }>): Promise<void> {
  const transport = createTransport({ url: `smtp://127.0.0.1:${port}`, pool: true, maxConnections: connections });
  let left = send;
  const loop = async () => {
    while (left > 0) {
      left -= 1;
      await transport.sendMail({
        from: 'Muster <muster@example.org>',
        to: { name: '', address: `person-${left}@example.org` },
        subject: 'Shirts are here',
        messageId: `<bench-${left}@muster>`,
        ...mail,
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  transport.close();
}

if (process.argv[2] === 'sink') startSink();
else
  process.on('message', (order: MailOrder) => {
    if ('send' in order) void sendAll(order).then(() => process.send?.({ lastMs: Date.now() }));
  });
