/** `GET`: the frame that draws diagrams. The edge serves it with `sandbox`, so it has no origin (decision 63). */
import { headers } from "next/headers";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const nonce = (await headers()).get("x-nonce") ?? "";
  const page = `<!doctype html><html lang="en"><title>Diagram</title><script type="module" nonce="${nonce}" src="/frames/diagram.js"></script></html>`;
  return new Response(page, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}
