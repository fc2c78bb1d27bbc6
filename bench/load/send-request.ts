/** Sends an HTTP request over one browser's connection pool. */
import { type IncomingMessage, request } from "node:http";
import type { Browser } from "./target.ts";

export type Sent = { method: "GET" | "POST"; headers?: Record<string, string>; body?: string };

/** Resolves once the response headers have arrived; rejects when the connection breaks before that. */
export function sendRequest(browser: Browser, url: string, sent: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = { ...sent.headers };
    if (browser.cookie) headers.cookie = browser.cookie;
    if (sent.body !== undefined) headers["content-length"] = String(Buffer.byteLength(sent.body));
    const asked = request(url, { method: sent.method, agent: browser.agent, headers });
    asked.setNoDelay(true);
    asked.once("response", resolve);
    asked.once("error", reject);
    asked.end(sent.body);
  });
}

export async function readText(response: IncomingMessage): Promise<string> {
  response.setEncoding("utf8");
  let text = "";
  for await (const chunk of response) text += chunk;
  return text;
}
