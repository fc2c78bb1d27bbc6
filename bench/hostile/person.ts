/** A person of this bench: signed in, with requests as their browser sends them. */
import { sendMessage } from "../load/send-message.ts";
import { takeTurn } from "../load/take-turn.ts";
import { type Browser, openBrowser } from "../load/target.ts";
import type { Product } from "../stack/start-product.ts";

export type Person = {
  browser: Browser;
  /** @returns the status, and the body as text */
  ask(method: string, path: string, body?: BodyInit): Promise<{ status: number; text: string }>;
  upload(name: string, data: Uint8Array): Promise<{ status: number; text: string }>;
  /** Resolves when the answer has begun. */
  say(words: string): Promise<void>;
  /** Resolves at the end of the answer. @throws Error where it is not complete */
  takeTurn(words: string): Promise<void>;
};

export function openPerson({ origin, target }: Product, cookie: string): Person {
  if (target.kind !== "halfsilver") throw new Error("only the product has people");
  const browser = openBrowser(cookie);
  const ask: Person["ask"] = async (method, path, body) => {
    const headers = { cookie, origin };
    const answer = await fetch(`${origin}${path}`, { method, headers, ...(body ? { body } : {}) });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    browser,
    ask,
    upload(name, data) {
      const form = new FormData();
      form.set("file", new File([new Uint8Array(data)], name));
      return ask("POST", "/api/attachments", form);
    },
    async say(words) {
      const { conversationId } = await sendMessage(browser, target, words);
      browser.conversationId = conversationId;
    },
    async takeTurn(words) {
      await takeTurn(target, browser, words, 0);
    },
  };
}
