/** The control: the messages that are visible in the product as static HTML, with the same styles and a text area. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import type { Cleanups } from "../stack/cleanups.ts";

/** @param page an open conversation, at its end. @returns the control's address */
export async function startBarePage(page: Page, cleanups: Cleanups): Promise<string> {
  await page.waitForLoadState("networkidle");
  const { styles, messages } = await page.evaluate(readVisible);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title><style>${styles}</style></head>
<body><div style="display:flex;flex-direction:column;height:100dvh"><div style="flex:1;overflow-y:auto"><div class="column px-4">${messages}</div></div>
<textarea rows="2" aria-label="Message"></textarea></div></body></html>`;
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Runs in the page. */
function readVisible(): { styles: string; messages: string } {
  const styles = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
    .filter((rule) => !rule.startsWith("@font-face"))
    .join("\n");
  const log = document.querySelector("[role=log]");
  if (!log) throw new Error("no conversation is open");
  const { top, bottom } = log.getBoundingClientRect();
  const visible = [...log.querySelectorAll("article")].filter((message) => {
    const rect = message.getBoundingClientRect();
    return rect.bottom > top && rect.top < bottom;
  });
  if (visible.length === 0) throw new Error("no message is visible");
  return { styles, messages: visible.map(({ outerHTML }) => outerHTML).join("\n") };
}
