/**
 * Control 1: a bare node:http relay in front of the model. It forwards the browser's message and pipes the bytes of the
 * answer back: the least work that streams tokens through a Node process.
 */
import { Agent, createServer, request } from "node:http";

const model = new URL(`${process.env.MODEL_URL}/chat/completions`);
const agent = new Agent({ keepAlive: true, maxFreeSockets: 512 });

const server = createServer((incoming, response) => {
  if (incoming.method === "GET") return response.end("ok");
  let text = "";
  incoming.setEncoding("utf8");
  incoming.on("data", (chunk) => {
    text += chunk;
  });
  incoming.on("end", () => relay(JSON.parse(text).text, response));
});

function relay(text, response) {
  const body = JSON.stringify({
    model: "demo",
    stream: true,
    messages: [{ role: "user", content: text }],
  });
  const headers = {
    authorization: "Bearer demo",
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const asked = request(model, { method: "POST", agent, headers }, (answer) => {
    response.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
    });
    answer.pipe(response);
  });
  asked.on("error", () => response.destroy());
  response.on("close", () => asked.destroy());
  asked.end(body);
}

server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
