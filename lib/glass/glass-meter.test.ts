import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GlassMeter, type Hidden } from "./glass-meter.ts";
import { HiddenNames } from "./hidden-names.ts";
import { HiddenWords } from "./hidden-words.ts";
import { STREAM_LEAD } from "./limits.ts";
import { wordsOf } from "./read-words.ts";

const RULES =
  "You are the coordinator of several agents. Never tell a person that a plan was made, and answer with one JSON object only.";
const NAMES = ["python_interpreter", "call_9f27ac10", "3f2a9c1e-77aa-4b1b-9c3d-0242ac120002"];
const MARK = "[left out]";

function hiddenOf(own = ""): Hidden {
  const rows = new HiddenWords();
  rows.add(wordsOf(RULES).map(({ word }) => word));
  const names = new HiddenNames();
  for (const name of [...NAMES, "general", "a_b", "readFile"]) names.add(name, "tools");
  for (const id of ["vHRDjiLjO", "general", "Harbours"]) names.addId(id, "calls");
  const open = ` ${wordsOf(own)
    .map(({ word }) => word)
    .join(" ")} `;
  return {
    rows: [{ from: "prompt", words: rows }],
    names,
    isOpen: (words) => open.includes(` ${words.join(" ")} `),
  };
}

function pass(pieces: readonly string[], own?: string) {
  const meter = new GlassMeter(hiddenOf(own), MARK);
  const out = pieces.map((piece) => meter.push(piece));
  return { text: [...out, meter.end()].join(""), out, cuts: meter.cuts };
}

/** @returns what leaves with each piece of an answer, and with its end */
function stream(pieces: readonly string[]): string[] {
  const meter = new GlassMeter(hiddenOf(), MARK, undefined, STREAM_LEAD);
  return [...pieces.map((piece) => meter.push(piece)), meter.end()];
}

const fullWidth = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

describe("the glass meter", () => {
  it("lets through what stands in no hidden text, as it is", () => {
    const said =
      "You are the *coordinator* of your day: `plan_made`, 17 & 23 <b>only</b>.\n\n- one\n";
    expect(pass([said])).toMatchObject({ text: said, cuts: [] });
  });

  it.each([
    ["as it is", RULES],
    ["in capitals", RULES.toUpperCase()],
    ["with other white space", RULES.replaceAll(" ", "\n\n\t")],
    ["in full width", fullWidth(RULES)],
    ["with what is not seen", RULES.replaceAll("e", "e\u200b")],
    ["with emphasis", RULES.replaceAll("agents", "**ag**ents").replaceAll("plan", "_plan_")],
    ["with escapes of Markdown", RULES.replaceAll("a", "\\a").replaceAll("o", "\\o")],
    ["with tags", RULES.replaceAll("agents", "<b>ag</b>ents")],
    ["in cells", RULES.replaceAll(" ", "</td><td>")],
    ["in lines", RULES.replaceAll(" ", "<br/>")],
    ["as JSON", JSON.stringify({ said: RULES.replaceAll(". ", ".\n") })],
    ["with escapes", RULES.replaceAll("e", "\\u0065")],
    ["with entities", RULES.replaceAll("o", "&#111;")],
    ["in base64", Buffer.from(RULES).toString("base64")],
    ["in base64 for addresses", Buffer.from(RULES).toString("base64url")],
    ["in lines of base64", Buffer.from(RULES).toString("base64").replace(/.{76}/g, "$&\n")],
  ])("cuts a hidden text %s, whole", (_, hidden) => {
    const { text, cuts } = pass([`Well: ${hidden} That is all.`]);
    expect(text).toMatch(/^Well: .{0,12}\[left out\][.\s"}]* That is all\.$/s);
    expect(cuts).toHaveLength(1);
  });

  it.each(NAMES)("cuts the name %s, alone", (name) => {
    expect(pass([`I call "${name}" now.`]).text).toBe(`I call "${MARK}" now.`);
    expect(pass([`I call ${name.toUpperCase().replaceAll("_", "\\u005f")} now.`]).text).toBe(
      `I call ${MARK} now.`,
    );
  });

  it("cuts a name behind base64, which it could be a part of", () => {
    const { text } = pass([`${Buffer.from(RULES).toString("base64")} ${NAMES[1]}, ${NAMES[2]}`]);
    expect(text).toBe(MARK);
    const other = Buffer.from("The weather is fine today, but the ferry is late.").toString(
      "base64",
    );
    expect(pass([`${other} ${NAMES[1]}`]).text).toBe(`${other} ${MARK}`);
  });

  it.each([
    ["a list", NAMES.map((name) => `- **${name}**`).join("\n"), `- **${MARK}**`],
    ["tags", NAMES.map((name) => `<b>${name}</b>`).join("<br>"), `<b>${MARK}</b>`],
    ["rows and names", [RULES, ...NAMES, RULES].join("\n\n"), `${MARK}.`],
  ])("leaves one mark for cuts with no word between them: %s", (_, hidden, left) => {
    const { text, cuts } = pass([`Well: ${hidden} Fine.`]);
    expect(text).toBe(`Well: ${left} Fine.`);
    expect(cuts.length).toBeGreaterThan(1);
  });

  it("leaves a mark for each cut with a word between them, or much else", () => {
    const [one, other] = NAMES;
    expect(pass([`${one} and ${other}`]).text).toBe(`${MARK} and ${MARK}`);
    const line = "-".repeat(81);
    expect(pass([`${one}${line}`, `${other}`]).text).toBe(`${MARK}${line}${MARK}`);
  });

  it("holds back what stands behind a cut until a word follows", () => {
    const { out } = pass([`I call ${NAMES[0]}`, "! ", "\n\n", "Then ", "more. "]);
    expect(out).toEqual(["I call ", MARK, "", "! \n\nThen ", "more. "]);
  });

  it("cuts an id that is letters alone", () => {
    expect(pass(["The call was vHRDjiLjO, of readFile in Harbours."]).text).toBe(
      `The call was ${MARK}, of readFile in Harbours.`,
    );
  });

  it("leaves seven words of it, and a plain word that is also a name", () => {
    const seven = "agents. Never tell a person that a";
    expect(pass([`Your ${seven} dog barks, in general a_b.`]).cuts).toEqual([]);
  });

  it("cuts nothing of what the person wrote or attached", () => {
    expect(pass([RULES], `My prompt: ${RULES}`)).toMatchObject({ text: RULES, cuts: [] });
    const { text } = pass(
      [RULES],
      "You are the coordinator of several agents. Never tell a person",
    );
    expect(text).toMatch(/^You are the coordinator \[left out\]\.$/);
  });

  it("says the same in whatever pieces the text comes, and never a row of hidden words", () => {
    const part = fc.oneof(
      fc.constantFrom(
        RULES,
        Buffer.from(RULES).toString("base64"),
        ...NAMES,
        "the ",
        "a plan was ",
        " &",
        "\\",
        "<b",
        "<br>",
        "\ud83d\ude00",
        "\n",
        ", ",
        "**\n- **",
        "-".repeat(81),
      ),
      fc.string({ maxLength: 6 }),
      fc.tuple(fc.nat(90), fc.nat(120)).map(([from, to]) => RULES.slice(from, to)),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        (parts, sizes) => {
          const said = parts.join(" ");
          const pieces: string[] = [];
          for (let at = 0; at < said.length; ) {
            const size = sizes.next().value ?? 1;
            pieces.push(said.slice(at, at + size));
            at += size;
          }
          const whole = pass([said]);
          const between = whole.text.split(MARK).slice(1, -1);
          expect(between.filter((gap) => gap.length < 81 && wordsOf(gap).length === 0)).toEqual([]);
          const meter = new GlassMeter(hiddenOf(), MARK);
          const left = pieces.map((piece) => meter.push(piece)).join("");
          expect(left + meter.rest).toBe(whole.text);
          expect(pass(pieces).text).toBe(whole.text);
          expect(pass([whole.text]).cuts).toEqual([]);
          const streamed = stream(pieces).join("");
          expect(streamed).toBe(stream([said]).join(""));
          expect(pass([streamed]).cuts).toEqual([]);
        },
      ),
    );
  });

  it("cuts nothing where it only looks, and tells the same", () => {
    const told: string[] = [];
    const meter = new GlassMeter(hiddenOf(), null, ({ from, kind, text }) => {
      told.push(`${kind} of ${from}: ${text}`);
    });
    const said = `I use python_interpreter. ${RULES} Well.`;
    expect(meter.push(said) + meter.end()).toBe(said);
    expect(told).toEqual([
      "name of tools: python_interpreter",
      `row of prompt: ${RULES.slice(0, -1)}`,
    ]);
  });

  it("goes on behind what has left, also where it is hidden only now", () => {
    const half = RULES.indexOf("Never");
    const hidden = hiddenOf();
    const rows: Hidden["rows"][number][] = [];
    const meter = new GlassMeter({ ...hidden, rows }, MARK);
    meter.follow(RULES.slice(half - 20, half + 12));
    rows.push(...hidden.rows);
    expect(meter.push(RULES.slice(half + 12)) + meter.end()).toBe(`${MARK}.`);
  });

  it("goes on behind an end, where at most seven words have left", () => {
    const { rows, names, isOpen } = hiddenOf();
    const words = RULES.split(" ");
    for (let at = 1; at < words.length; at += 1) {
      const meter = new GlassMeter({ rows, names, isOpen }, MARK);
      const first = meter.push(words.slice(0, at).join(" ")) + meter.end();
      const said = first + meter.push(` ${words.slice(at).join(" ")}`) + meter.end();
      expect(pass([said]).cuts).toEqual([]);
      expect(said).toContain(MARK);
    }
  });

  it("cuts behind a long row of marks", () => {
    for (const mark of "=_-+/.*`\\ab ")
      expect(pass([`x${mark.repeat(1_000_000)}x ${RULES}`]).text.slice(-20)).toContain(MARK);
  });

  it("holds back no more than a row that could still go on", () => {
    const { out } = pass([
      "The weather is fine today, but ",
      "you are the coordinator of ",
      "nothing. ",
    ]);
    expect(out[0]).toBe("The weather is fine today, but ");
    expect(out[1]).toBe("");
    expect(out[2]).toBe("you are the coordinator of nothing. ");
  });

  it("lets each token of an answer leave at once where it could be no name, and no fourth word of a row", () => {
    const said = [
      "Ye",
      "s, you",
      " are",
      " the",
      " coor",
      "dinator of",
      " noth",
      "ing. py",
      "thia.",
    ];
    expect(stream(said)).toEqual([
      ...["Ye", "s, you", " are", " the", " ", "", ""],
      ...["coordinator of nothing. ", "pythia.", ""],
    ]);
  });

  it("lets three words of a hidden text leave an answer, and of base64 what reads like a word", () => {
    expect(stream(RULES.split(/(?= )/)).join("")).toBe(`You are the ${MARK}.`);
    const base64 = Buffer.from(RULES).toString("base64");
    for (const width of [1, 5, 40]) {
      const pieces = base64.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
      expect(stream(pieces).join("")).toBe(`${base64[0]}${MARK}`);
    }
    const lines = (base64.match(/.{1,40}/g) ?? []).flatMap((line) => [line, "\n"]);
    expect(stream(lines).join("").trim()).toBe(`${base64[0]}${MARK}`);
    expect(stream([`${base64}==x7`]).join("")).toBe(`${base64[0]}${MARK}x7`);
  });

  it.each(NAMES)(
    "lets no letter of the name %s leave an answer, whatever stands around it",
    (name) => {
      const wide = fullWidth(name).replaceAll("_", "\uff3f");
      for (const said of [
        name,
        `_${name}_`,
        `**_${name}_**`,
        `${name}&lowbar;`,
        wide,
        `__${wide}_`,
      ])
        for (const size of [1, 2, 3, 5, 8, 99]) {
          const pieces = `See ${said} now.`.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];
          const whole = stream(pieces).join("");
          expect(whole.replace(MARK, "")).toMatch(/^See [_*]* ?(?:[_*]|&lowbar;)* now\.$/);
        }
    },
  );

  it("knows a name by its letters, in whatever order its accents come", () => {
    const names = new HiddenNames();
    names.addId("abcdefg12\u1ead", "calls");
    const meter = new GlassMeter({ ...hiddenOf(), names }, MARK, undefined, STREAM_LEAD);
    const said = ["abcdefg12a\u0302", "\u0323 ", "x"].map((piece) => meter.push(piece));
    expect(said.join("") + meter.end()).toBe(`${MARK} x`);
  });

  it("holds the fourth word of a row that was hidden when the first ones had left", () => {
    const { rows, ...hidden } = hiddenOf();
    const now: Hidden["rows"][number][] = [];
    const meter = new GlassMeter({ ...hidden, rows: now }, MARK, undefined, STREAM_LEAD);
    meter.follow("You are the ");
    now.push(...rows);
    expect(meter.push("coordinator")).toBe("");
    expect(meter.rest).toBe("coordinator");
  });

  it("reads a word without an end once", () => {
    for (const piece of ["abcde", "A1b2C", "_____", "\u0301\u0323\u0302", "éàüöñ"]) {
      const pieces = Array.from({ length: piece.includes("\u0301") ? 2_000 : 40_000 }, () => piece);
      expect(stream([...pieces, " end."]).join("")).toBe(`${pieces.join("")} end.`);
    }
  });
});
