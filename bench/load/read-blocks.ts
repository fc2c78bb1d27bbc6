/** Parses blocks of two event streams: the model's (which the controls relay) and the product's public one. */

export type TextBlock = {
  tokens: number;
  isDelta: boolean;
  /** UTF-8 bytes of the text, counted for deltas only. */
  textBytes: number;
  /** How the answer ended, in the block that ends it; null in the others. */
  end: string | null;
};

const MODEL_DELTA = '"delta":{"content":"';

export function readModelBlock(block: string): TextBlock | null {
  if (block === "data: [DONE]") return { tokens: 0, isDelta: false, textBytes: 0, end: "complete" };
  const at = block.indexOf(MODEL_DELTA);
  if (at < 0) return null;
  const textBytes = block.indexOf('"', at + MODEL_DELTA.length) - at - MODEL_DELTA.length;
  return { tokens: 1, isDelta: true, textBytes, end: null };
}

export function readPublicBlock(block: string): TextBlock | null {
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
    return { tokens: 0, isDelta: false, textBytes: 0, end: data.ending };
  }
  return null;
}

/** In the bench scenario every token of the model contains `word` once. */
function countWords(text: string): number {
  return text.split("word").length - 1;
}
