/** Opens a real browser that is signed in, as an operator or a person. */
import { type BrowserContext, chromium } from "@playwright/test";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import type { Cleanups } from "../stack/run-bench.ts";

const ROOT_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
const ALWAYS = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** @param cookie a `Cookie` header */
export async function openOperator(
  origin: string,
  cookie: string,
  cleanups: Cleanups,
  onProgress: (line: string) => void,
): Promise<BrowserContext> {
  const executablePath = findChromium(onProgress);
  if (!executablePath) throw new Error("Chromium was not found and could not be installed.");
  const args = [...(process.getuid?.() === 0 ? ROOT_ARGS : []), ...ALWAYS];
  const browser = await chromium.launch({ executablePath, args });
  cleanups.add(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: origin };
    }),
  );
  return context;
}
