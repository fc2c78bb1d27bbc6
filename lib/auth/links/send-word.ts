/** Tells somebody something about an account, by mail or on the terminal. */
import "server-only";
import { log } from "../../log/log.ts";
import * as text from "../../messages/mail.ts";
import { linkWay } from "./link-way.ts";
import { sendMail } from "./mailer.ts";

type Word = { to: string; subject: string; text: string };

export async function sendWord(word: Word): Promise<void> {
  if (linkWay() === "mail") {
    await sendMail({ ...word, text: `${word.text}\n\n${text.foot()}\n` });
    return;
  }
  const lines = [word.subject, text.terminalTo({ email: word.to }), "", word.text];
  process.stdout.write(`\n${lines.join("\n").replaceAll(/^(?=.)/gm, "  ")}\n\n`);
}

/**
 * Does what depends on an account after the answer was decided: neither its words nor its time say what was found.
 */
export function afterAnswer(work: () => Promise<void>): void {
  setImmediate(() => {
    work().catch((error: unknown) => log().error({ err: error }, "a link could not be made"));
  });
}
