/** A real browser that is signed in as an operator. */
import { type BrowserContext, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import type { Endings } from "../stack/end-in-order.ts";

const ROOT_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const ALWAYS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** @param cookie a `Cookie` header */
export async function openOperator(
  origin: string,
  cookie: string,
  endings: Endings,
  say: (line: string) => void,
): Promise<BrowserContext> {
  const executablePath = findChromium(say);
  if (!executablePath) throw new Error("There is no Chromium here, and none could be installed.");
  const args = [...(process.getuid?.() === 0 ? ROOT_ARGS : []), ...ALWAYS];
  const browser = await chromium.launch({ executablePath, args });
  endings.add(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: origin };
    }),
  );
  return context;
}
