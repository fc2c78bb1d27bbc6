import { describe, expect, it } from "vitest";
import { findKin, mustWait, type NamedTool, skeletonOf } from "./tool-kin.ts";

const of = (server: string | null, tool: string, rest: Partial<NamedTool> = {}): NamedTool => ({
  name: server === null ? tool : `mcp_${server}_${tool}`,
  server,
  tool,
  body: `what ${tool} of ${server} does`,
  isListed: true,
  ...rest,
});

describe("skeletonOf", () => {
  it.each([
    ["another case", "Send_Mail"],
    ["other signs between words", "send-mail"],
    ["words written together", "sendMail"],
    ["a Cyrillic letter", "sеnd_mail"],
    ["a Greek letter", "send_mαil"],
    ["a small capital", "send_mᴀil"],
    ["wide letters", "ｓｅｎｄ＿ｍａｉｌ"],
    ["a digit for a letter", "send_mai1"],
    ["an upper-case i for an l", "send_maiI"],
    ["two letters that look like one", "send_rnail"],
    ["a character that is not seen", "send\u200b_mail"],
  ])("is the same with %s", (_, name) => {
    expect(skeletonOf(name)).toBe(skeletonOf("send_mail"));
  });

  it.each(["send_email", "send_mails", "sendmailto", "read_mail"])("differs for %s", (name) => {
    expect(skeletonOf(name)).not.toBe(skeletonOf("send_mail"));
  });
});

describe("findKin", () => {
  const gone = of("files", "read", { isListed: false, body: "reads a file" });
  const cases: [string, NamedTool, NamedTool, string | null][] = [
    ["a rename", of("files", "read_all", { body: "reads a file" }), gone, "renamed"],
    [
      "no rename while the other is there",
      of("files", "read_all", { body: "reads a file" }),
      { ...gone, isListed: true },
      null,
    ],
    [
      "no rename where nothing is described",
      of("files", "read_all", { body: null }),
      { ...gone, body: null },
      null,
    ],
    ["a move", of("other", "read", { body: "reads a file" }), gone, "moved"],
    [
      "a second server of the same kind",
      of("other", "read", { body: "reads a file" }),
      { ...gone, isListed: true },
      "same-name",
    ],
    ["a shadow", of("files", "fetch_page"), of(null, "fetch_page"), "shadowed"],
    ["a look-alike of ours", of("files", "fetсh_page"), of(null, "fetch_page"), "look-alike"],
    ["a look-alike elsewhere", of("files", "Read"), of("other", "read"), "look-alike"],
    ["nothing", of("files", "read"), of("other", "write"), null],
    ["not itself", of("files", "read"), of("files", "read"), null],
  ];
  it.each(cases)("%s", (_, tool, other, kind) => {
    const kin = findKin(tool, [other]);
    expect(kin).toEqual(kind === null ? [] : [{ kind, of: other.name }]);
    expect(mustWait(kin)).toBe(kind !== null && kind !== "same-name");
  });
});
