/** The gateway against answers that break the protocol or end early. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canonicalize } from "../../contracts/json/canonical-json.ts";
import { parseExact } from "../../contracts/json/exact-numbers.ts";
import { twoHundredNumbers } from "../../contracts/json/testing/two-hundred-numbers.ts";
import { AgentExecution } from "../../deviation/payload-schemas.ts";
import {
  answering,
  chunk,
  failed,
  frame,
  type Handler,
  SSE,
  START,
  serve,
  turn,
  WHOLE,
} from "./testing/strange-service.ts";

describe("an answer that breaks the protocol", () => {
  it.each([
    ["is no event stream", ((response) => void response.end("{}")) as Handler],
    ["does not begin with the id", answering(chunk("Hello"))],
    ["begins with another's id", answering(frame({ conversation_id: randomUUID() }))],
    ["is not JSON", answering(START + frame("Hello"))],
    ["has no choices", answering(START + frame({ choices: [] }))],
    ["ends without a last chunk", answering(START + chunk("Hello") + frame("[DONE]"))],
    ["goes on after its last chunk", answering(START + chunk("", "stop") + chunk("more"))],
    ["asks for approval in no form of ours", answering(START + chunk("", "stop", { approval: 1 }))],
    ["has an event without end", answering(`${START}data: ${"x".repeat(1_100_000)}`)],
  ])("because it %s", async (_why, chat) => {
    const { baseUrl } = await serve(chat);
    expect(await turn(baseUrl)).toMatchObject(failed("service-protocol"));
  });

  it("because no conversation comes back", async () => {
    const { baseUrl } = await serve(answering(WHOLE), (response) => void response.end('{"id":1}'));
    expect(await turn(baseUrl)).toMatchObject({
      ...failed("service-protocol"),
      state: null,
    });
  });
});

it("keeps the numbers of what the service's agent claims, each as it was written", async () => {
  const numbers = twoHundredNumbers();
  const run = (source: string) => `{"status":"ok","metadata":{"n":${source}}}`;
  const claims = `{"version":1,"runs":[${numbers.map(run).join(",")}]}`;
  const whole = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"agent_execution":${claims}}`;
  const { baseUrl } = await serve(
    answering(START + chunk("Yes.") + frame(whole) + frame("[DONE]")),
  );
  const said = AgentExecution.parse((await turn(baseUrl)).claims);
  expect(said.runs.map(({ metadata }) => canonicalize(metadata?.n))).toEqual(
    numbers.map((source) => canonicalize(parseExact(source))),
  );
});

describe("an answer that fails midway", () => {
  it("counts as cut off if the stream ends without a result", async () => {
    const { baseUrl } = await serve(answering(START + chunk("Hel")));
    expect(await turn(baseUrl)).toMatchObject({ ...failed("service-cut-off"), answer: "Hel" });
  });

  it("gives the service's reason if it is a known one, and no foreign text", async () => {
    const error = (code: string) => answering(START + frame({ error: { code, message: "…" } }));
    const known = await serve(error("round-limit"));
    expect(await turn(known.baseUrl)).toMatchObject(failed("round-limit"));
    const foreign = await serve(error("<script>"));
    expect(await turn(foreign.baseUrl)).toMatchObject(failed("service-unavailable"));
  });

  it("ends when the time limit for one answer is reached", async () => {
    const { baseUrl } = await serve((response) => {
      response.writeHead(200, SSE).write(START);
    });
    expect(await turn(baseUrl, { maxMs: 200 })).toMatchObject(failed("time-limit"));
  });

  it("ends when the turn is stopped, and closes the connection", async () => {
    const stop = new AbortController();
    const gone = Promise.withResolvers<void>();
    const { baseUrl } = await serve((response) => {
      response.on("close", () => gone.resolve());
      response.writeHead(200, SSE).write(START + chunk("Hel"), () => stop.abort());
    });
    expect(await turn(baseUrl, { stop: stop.signal })).toMatchObject({ end: { kind: "stopped" } });
    await gone.promise;
  });
});
