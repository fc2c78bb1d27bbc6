import { describe, expect, it } from "vitest";
import type { LogEventBody } from "../../contracts/run/log-event.ts";
import {
  FOREIGN,
  FOREIGN_HOST,
  FOREIGN_SENTENCE,
  foreignEvents,
} from "../../db/inspector/testing/foreign-run-events.ts";
import type { PayloadLevel } from "../payload-access.ts";
import { projectEvent } from "../run/project-event.ts";
import { accessAs } from "../testing/access-as.ts";
import { toBlame } from "./blame-call.ts";

type Type = LogEventBody["type"];
type Material = Parameters<typeof toBlame>[0];

const EVENTS = foreignEvents("run", "message").map(({ body }, index) => {
  return { seq: index + 1, at: new Date(0), body };
});
const MATERIAL = {
  of: (type: Type) => EVENTS.filter(({ body }) => body.type === type),
} as Material;

const blame = (hopRef: string, level: PayloadLevel = "full") =>
  toBlame(MATERIAL, hopRef, accessAs(level));

describe("where a call comes from", () => {
  it("is told with the sentence that may have asked for it, and the decision", () => {
    const letter = blame(FOREIGN.sent);
    expect(EVENTS[(letter?.seq ?? 0) - 1]?.body).toMatchObject({ hopRef: FOREIGN.sent });
    expect(letter).toMatchObject({
      trust: "web",
      inPersonsWords: false,
      sendsPrivate: "person-file",
      foreignArguments: [{ name: "to", origin: `web:${FOREIGN_HOST}` }],
      resembling: { sentence: { value: FOREIGN_SENTENCE }, origin: `web:${FOREIGN_HOST}` },
    });
    expect(blame(FOREIGN.fetched)).toMatchObject({ inPersonsWords: true, resembling: null });
  });

  it.each(["masked", "all-masked"] as const)("has neither sentence nor host where %s", (level) => {
    const letter = blame(FOREIGN.sent, level);
    expect(letter).toMatchObject({
      trust: "web",
      foreignArguments: [{ name: "to", origin: expect.stringMatching(/^web:masked-/) }],
      resembling: { sentence: { value: null, withheld: "masked" } },
    });
    expect(letter?.resembling?.origin).toBe(letter?.foreignArguments[0]?.origin);
    expect(JSON.stringify(letter)).not.toContain(FOREIGN_SENTENCE);
    expect(JSON.stringify(letter)).not.toContain(FOREIGN_HOST);
  });

  it("has the digest of its event, by which the sentence is revealed", () => {
    const [{ seq = 0, body } = {}] = EVENTS.filter(
      (event) => event.body.type === "policy.decided" && event.body.hopRef === FOREIGN.sent,
    );
    const place = { seq, publicSeq: null, at: new Date(0), visibility: "hidden" };
    const stored = { ...place, type: "policy.decided", payload: body };
    expect(projectEvent(stored, accessAs("masked")).body).toMatchObject({
      from: { resembling: { sentence: blame(FOREIGN.sent, "masked")?.resembling?.sentence } },
    });
  });

  it("is null for a hop without such a decision", () => {
    expect(blame(FOREIGN.agent)).toBeNull();
  });
});
