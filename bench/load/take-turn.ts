/** Takes one turn as a browser does, and times it: send, receive the text, see the end. */
import type { IncomingMessage } from "node:http";
import { sendMessage } from "./send-message.ts";
import { sendRequest } from "./send-request.ts";
import type { Browser, Target, Turn } from "./target.ts";

/** @throws Error unless the answer is complete and has `tokens` tokens; 0 accepts any number */
export async function takeTurn(
  target: Target,
  browser: Browser,
  text: string,
  tokens: number,
): Promise<Turn> {
  const startedAt = performance.now();
  const { response, read, before } = await openAnswer(target, browser, text);
  if (response.statusCode !== 200) throw new Error(`the answer has status ${response.statusCode}`);
  const turn = await watch(response, read, startedAt);
  turn.receivedBytes += before;
  if (tokens > 0 && turn.tokens !== tokens) {
    throw new Error(`${turn.tokens} of ${tokens} tokens arrived`);
  }
  return turn;
}

type Opened = {
  response: IncomingMessage;
  read: (block: string) => TextBlock | null;
  before: number;
};

async function openAnswer(target: Target, browser: Browser, text: string): Promise<Opened> {
  switch (target.kind) {
    case "halfsilver": {
      const started = await sendMessage(browser, target, text);
      browser.conversationId = started.conversationId;
      const url = `${target.readOrigin ?? target.origin}/api/runs/${started.runId}/stream?from=0`;
      const response = await sendRequest(browser, url, { method: "GET" });
      return { response, read: readPublicBlock, before: started.bytes };
    }
    case "action": {
      const started = await sendMessage(browser, target, text);
      const url = `${target.origin}/api/${target.page}/${started.runId}`;
      const response = await sendRequest(browser, url, { method: "GET" });
      return { response, read: readModelBlock, before: started.bytes };
    }
    case "relay": {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ text });
      const response = await sendRequest(browser, target.url, { method: "POST", headers, body });
      return { response, read: readModelBlock, before: 0 };
    }
    case "model": {
      const headers = { "content-type": "application/json", authorization: "Bearer demo" };
      const messages = [{ role: "user", content: text }];
      const body = JSON.stringify({ model: "demo", stream: true, messages });
      const url = `${target.url}/chat/completions`;
      const response = await sendRequest(browser, url, { method: "POST", headers, body });
      return { response, read: readModelBlock, before: 0 };
    }
  }
}

function watch(response: IncomingMessage, read: Opened["read"], startedAt: number): Promise<Turn> {
  const turn: Turn = {
    firstTokenMs: 0,
    endMs: 0,
    gapsMs: [],
    tokens: 0,
    deltas: 0,
    deltaBytes: 0,
    textBytes: 0,
    receivedBytes: 0,
  };
  let rest = "";
  let lastAt = 0;
  let ending: string | null = null;
  const take = (chunk: string) => {
    const now = performance.now();
    const before = turn.tokens;
    turn.receivedBytes += Buffer.byteLength(chunk);
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = read(block);
      if (!found) continue;
      if (found.end) ending ??= found.end;
      turn.tokens += found.tokens;
      turn.textBytes += found.textBytes;
      if (found.isDelta) {
        turn.deltas += 1;
        turn.deltaBytes += block.length + 2;
      }
    }
    if (turn.tokens === before) return;
    if (before === 0) turn.firstTokenMs = now - startedAt;
    else turn.gapsMs.push(now - lastAt);
    lastAt = now;
  };
  return new Promise((resolve, reject) => {
    response.setEncoding("utf8");
    response.on("data", take);
    response.once("error", reject);
    response.once("close", () =>
      reject(new Error("the connection closed before the answer's end")),
    );
    response.once("end", () => {
      turn.endMs = performance.now() - startedAt;
      if (ending === "complete") resolve(turn);
      else reject(new Error(`the answer ended ${ending ?? "without an end"}`));
    });
  });
}

/** A block of an event stream: of the model's, which the controls relay, or of the product's public one. */
type TextBlock = {
  tokens: number;
  isDelta: boolean;
  /** UTF-8 bytes of the text, counted for deltas only. */
  textBytes: number;
  /** In the last block: how the answer ended, with the sentence that the person reads unless it is complete. Null in all others. */
  end: string | null;
};

const MODEL_DELTA = '"delta":{"content":"';

function readModelBlock(block: string): TextBlock | null {
  if (block === "data: [DONE]") return { tokens: 0, isDelta: false, textBytes: 0, end: "complete" };
  const at = block.indexOf(MODEL_DELTA);
  if (at < 0) return null;
  const textBytes = block.indexOf('"', at + MODEL_DELTA.length) - at - MODEL_DELTA.length;
  return { tokens: 1, isDelta: true, textBytes, end: null };
}

function readPublicBlock(block: string): TextBlock | null {
  if (block.startsWith("data:")) {
    const [, text] = JSON.parse(block.slice(5)) as [number, string];
    return {
      tokens: countWords(text),
      isDelta: true,
      textBytes: Buffer.byteLength(text),
      end: null,
    };
  }
  const named = /^event:(\w+)\ndata:(.*)$/.exec(block);
  if (!named) return null;
  const data = JSON.parse(named[2] ?? "{}");
  if (named[1] === "snapshot") {
    return { tokens: countWords(data.text), isDelta: false, textBytes: 0, end: null };
  }
  if (named[1] === "end") {
    const why = data.ending === "complete" || !data.notice ? "" : `: ${data.notice}`;
    return { tokens: 0, isDelta: false, textBytes: 0, end: `${data.ending}${why}` };
  }
  return null;
}

/** In the bench scenario every token of the model contains `word` once. */
function countWords(text: string): number {
  return text.split("word").length - 1;
}
