/** A real SMTP server for tests that keeps what it gets, and can be away. */
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { findFreePort } from "../processes/find-free-port.ts";
import { PATIENCE } from "./until.ts";

type ReceivedMail = { to: string; subject: string; text: string };

export type Mailbox = {
  /** As SMTP_URL. */
  url: string;
  /** The next mail to an address that was not taken yet; waits for it. */
  next(to: string): Promise<ReceivedMail>;
  /** How many mails came to an address, taken or not. */
  count(to: string): number;
  /** Refuses connections until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
};

export async function openMailbox(): Promise<Mailbox> {
  const port = await findFreePort();
  const received: ReceivedMail[] = [];
  const taken = new Map<string, number>();
  const waiting = new Set<() => void>();
  const ofAddress = (to: string) => received.filter((mail) => mail.to === to);
  const keep = (mail: ReceivedMail) => {
    received.push(mail);
    for (const wake of waiting) wake();
  };
  let server = await listen(port, keep);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    url: `smtp://127.0.0.1:${port}`,
    async next(to) {
      const index = taken.get(to) ?? 0;
      const until = AbortSignal.timeout(PATIENCE.timeout);
      for (;;) {
        const mail = ofAddress(to)[index];
        if (mail) {
          taken.set(to, index + 1);
          return mail;
        }
        if (until.aborted) throw new Error(`no mail ${index + 1} to ${to}`);
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            until.removeEventListener("abort", wake);
            resolve();
          };
          waiting.add(wake);
          until.addEventListener("abort", wake);
        });
      }
    },
    count: (to) => ofAddress(to).length,
    pause: close,
    async resume() {
      server = await listen(port, keep);
    },
    close,
  };
}

async function listen(port: number, keep: (mail: ReceivedMail) => void): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        for (const { address } of session.envelope.rcptTo) keep({ to: address, ...readMail(raw) });
        done();
      });
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return server;
}

/** Enough of a message for what we send: one part, quoted-printable or plain. */
function readMail(raw: string): { subject: string; text: string } {
  const end = raw.indexOf("\r\n\r\n");
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, " ");
  const header = (name: string) =>
    new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
  const body = raw.slice(end + 4).replaceAll("\r\n", "\n");
  const isQuoted = /quoted-printable/i.test(header("Content-Transfer-Encoding"));
  return { subject: header("Subject"), text: isQuoted ? unquote(body) : body };
}

function unquote(body: string): string {
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
