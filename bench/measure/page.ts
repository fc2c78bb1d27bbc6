/** First-load JavaScript of the chat page for a signed-in person: the scripts in its HTML, gzipped. */
import { gzipSync } from "node:zlib";
import { readText, sendRequest } from "../load/send-request.ts";
import { openBrowser } from "../load/target.ts";
import { absoluteFigure } from "../report.ts";
import { startRelay } from "../stack/start-controls.ts";
import { startProduct } from "../stack/start-product.ts";
import { sum } from "./machine/statistics.ts";
import type { BenchStage } from "./stage.ts";

export type Script = { path: string; gzipBytes: number };

export const measurePage: BenchStage = async ({ base }) => {
  const product = await startProduct(base);
  const relay = await startRelay(base);
  try {
    const [cookie = ""] = await product.signInAll();
    const ours = await readScripts(`${product.origin}/`, cookie);
    const bare = await readScripts(`${relay.origin}/`, "");
    const kilobytes = (scripts: readonly Script[]) =>
      sum(scripts.map(({ gzipBytes }) => gzipBytes)) / 1000;
    const largest = ours.toSorted((a, b) => b.gzipBytes - a.gzipBytes).slice(0, 5);
    return [
      absoluteFigure({
        id: "first-load-js",
        name: "First-load JavaScript of the chat page, gzip",
        ours: kilobytes(ours),
        atMost: 220,
        unit: "KB",
        control: `bare Next ${kilobytes(bare).toFixed(0)} KB`,
        note: `${ours.length} scripts, without the nomodule one; largest ${largest.map(({ path, gzipBytes }) => `${path.split("/").pop()} ${(gzipBytes / 1000).toFixed(0)} KB`).join(", ")}`,
        raw: { ours, bare },
      }),
    ];
  } finally {
    await relay.stop();
    await product.stop();
  }
};

export async function readScripts(url: string, cookie: string): Promise<Script[]> {
  const browser = openBrowser(cookie);
  const read = async (address: string) => {
    const response = await sendRequest(browser, address, { method: "GET" });
    if (response.statusCode !== 200) throw new Error(`${address}: ${response.statusCode}`);
    return readText(response);
  };
  const html = await read(url);
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  const modern = tags.filter(([tag]) => !/\bnomodule\b/i.test(tag));
  const paths = [...new Set(modern.map(([, path]) => (path ?? "").replaceAll("&amp;", "&")))];
  const scripts: Script[] = [];
  for (const path of paths) {
    const text = await read(new URL(path, url).href);
    scripts.push({ path, gzipBytes: gzipSync(text).length });
  }
  browser.agent.destroy();
  return scripts;
}
