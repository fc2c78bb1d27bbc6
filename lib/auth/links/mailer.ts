/** Sends mails over SMTP. Without SMTP_URL there is no mail. */
import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { createTransport, type Transporter } from "nodemailer";
import { processWide } from "../../env/process-wide.ts";
import { settings } from "../../env/settings.ts";
import { log } from "../../log/log.ts";
import { MAIL_RETRIES_MS, MAIL_TIMEOUT_MS } from "../limits.ts";

export type Mail = { to: string; subject: string; text: string };

const mailer = processWide<Transporter>("mailer", () =>
  createTransport({
    url: settings().SMTP_URL,
    connectionTimeout: MAIL_TIMEOUT_MS,
    greetingTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
    // What is written here is ours, and names no file or address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  }),
);

/**
 * True if the mail server takes mails now. Asked before anything is looked up, so that the answer of a form, and the time
 * until it comes, say nothing about an account.
 */
export async function canSendMail(): Promise<boolean> {
  try {
    await mailer().verify();
    return true;
  } catch (error) {
    log().error({ err: withoutAddresses(error) }, "the mail server cannot be used");
    return false;
  }
}

/** Tries a few times. A mail that cannot be sent is logged, without its address; the person can ask again. */
export async function sendMail(mail: Mail): Promise<void> {
  for (const [attempt, pauseMs] of [...MAIL_RETRIES_MS, null].entries()) {
    try {
      await mailer().sendMail({ ...mail, from: settings().MAIL_FROM });
      return;
    } catch (error) {
      log().error({ err: withoutAddresses(error), attempt }, "a mail could not be sent");
      if (pauseMs !== null) await pause(pauseMs, undefined, { ref: false });
    }
  }
}

/** A refusal of the mail server may quote the address. */
function withoutAddresses(error: unknown): { code: string; responseCode: number | null } {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return {
    code: typeof code === "string" ? code : "unknown",
    responseCode: typeof responseCode === "number" ? responseCode : null,
  };
}
