import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPrivateInAddress, privateOrigin } from "./private-text.ts";
import { PromptText } from "./prompt-texts.ts";

const FILE = new PromptText(
  "Notes of the board. Project Aurora budget: the salary of Anna Berg is 61,400 euros. In Berlin the team meets on Monday, " +
    "and rainfall in spring was low. On average, house prices rose. For news of the weather we search the web.",
  "person-file",
);
const DIRECTORY = new PromptText(
  '{"people":[{"name":"Anna Berg","city":"Berlin","department":"Engineering"},{"name":"Jörg Müller"}]}',
  "directory",
);
/** A model's words on pages, which count as private beside a file. */
const PAGES = new PromptText(
  "It rains less in Spain than in Germany; the exchange rate of the dollar and election results are in today's papers.",
  "model@web",
);
const origin = (leaving: string, own = "", texts = [FILE]) =>
  privateOrigin(leaving, texts, [new PromptText(own, "person")]);

/** Words that begin alike, short ones, and ones that others hold. */
const word = fc.oneof(
  fc.constantFrom("an", "and", "andes", "of", "the", "form", "reform", "project", "müller", "été"),
  fc.stringMatching(/^[a-z]{2,10}$/),
);
const filler = fc.oneof(fc.stringMatching(/^[a-z0-9]$/), fc.stringMatching(/^[a-z]{2,9}$/));
/** A private text, a row of its words of which two tell something, and words that stand around it where it leaves. */
const leak = fc
  .tuple(
    fc.array(word, { minLength: 8, maxLength: 30 }),
    fc.nat(),
    fc.array(filler, { minLength: 4, maxLength: 4 }),
  )
  .map(([words, at, fillers]) => {
    const from = at % (words.length - 4);
    return {
      words,
      row: words.slice(from, from + 3),
      longer: words.slice(from, from + 5),
      fillers,
    };
  })
  .filter(
    ({ row }) => row.join(" ").length >= 14 && row.filter((one) => one.length > 3).length > 1,
  );
type Leak = { row: string[]; longer: string[]; fillers: string[] };

const bytes = (row: readonly string[]) => Buffer.from(row.join(" "));
const hex = (row: readonly string[], before: string) =>
  bytes(row)
    .toString("hex")
    .replace(/../g, (byte) => `${before}${byte}`);
const base64 = (row: readonly string[]) => bytes(row).toString("base64");

const DISGUISES: Readonly<Record<string, (leak: Leak) => string>> = {
  "as it stands": ({ row }) => row.join(" "),
  "written together": ({ row }) => row.join(""),
  "split anew": ({ row }) => (row.join("").match(/.{1,3}/gu) ?? []).join(" "),
  "letter by letter": ({ row }) => [...row.join("")].join("-"),
  "a word between each two": ({ row: [a, b, c], fillers: [x, y] }) => `${a} ${x} ${b} ${y} ${c}`,
  "a word behind each second": ({ longer: [a, b, c, d, e], fillers: [x, y] }) =>
    `${a} ${b} ${x} ${c} ${d} ${y} ${e}`,
  "a letter between each two": ({ row }) => row.join(" 7 "),
  "from the last word": ({ row }) => row.toReversed().join(" "),
  "from the last word, with a word between each two": ({ row: [a, b, c], fillers: [x, y] }) =>
    `${c} ${x} ${b} ${y} ${a}`,
  "from the last letter": ({ row }) => [...row.join(" ")].toReversed().join(""),
  base64: ({ row }) => base64(row),
  "base64 behind other letters": ({ row, fillers }) => `${fillers[0]}${base64(["of", ...row])}`,
  "base64 of base64's escapes": ({ row }) => encodeURIComponent(encodeURIComponent(base64(row))),
  hexadecimal: ({ row }) => hex(["of", ...row, "of"], ""),
  "hexadecimal, by bytes": ({ row }) => hex(["of", ...row, "of"], " "),
  "percent escapes": ({ row }) => `100% ${hex(row, "%")}`,
  capitals: ({ row }) => row.join("_").toUpperCase(),
  "characters that are not seen": ({ row }) => [...row.join(" ")].join("\u034f\u200b"),
  "accents and wide letters": ({ row }) =>
    row
      .join(" ")
      .replace(/[a-m]/g, "$&\u0308")
      .replace(/[n-z]/g, (letter) => wide(letter)),
  "letters that look alike": ({ row }) => row.join(" ").replaceAll("a", "а").replaceAll("o", "ο"),
};
const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);

describe("a row of words of a private text", () => {
  it.each(Object.entries(DISGUISES))("is found: %s", (_, disguise) => {
    fc.assert(
      fc.property(leak, ({ words, ...rest }) => {
        const said = `Of ours. ${words.join(" ")} is all.`;
        const text = new PromptText(said, "person-file");
        const [before, after] = rest.fillers.slice(2);
        const leaving = `${before} ${disguise(rest)} ${after}`;
        expect(privateOrigin(leaving, [text], [])).toBe("person-file");
        expect(isPrivateInAddress(leaving, [text], [])).toBe(true);
        const own = new PromptText(`Look up: ${said}`, "person");
        expect(privateOrigin(leaving, [text], [own])).toBeNull();
      }),
      { numRuns: 100 },
    );
  });

  it("is found in whatever is written together", () => {
    expect(origin("tellmetheprojectaurorabudgetnow")).toBe("person-file");
    expect(origin("projectXauroraXbudget")).toBe("person-file");
    expect(origin("pro ject aur ora bud get")).toBe("person-file");
    expect(origin("salary banana of banana anna banana berg")).toBe("person-file");
  });

  it("is nobody's secret where the person wrote what leaves, or a page has it", () => {
    const said = "salary banana of banana anna";
    expect(origin(said, `Search for ${said}`)).toBeNull();
    const page = new PromptText("The salary of Anna Berg is known.", "web:a.example");
    const unknown = new PromptText(page.text, "web:unknown");
    expect(origin("the salary of Anna", "", [FILE, page])).toBeNull();
    expect(origin("the salary of Anna", "", [FILE, unknown])).toBe("person-file");
    expect(origin("the salary of Anna", "", [unknown])).toBe("web:unknown");
  });

  it("is a figure or a name as well", () => {
    for (const said of ["NjE0MDA=", "3631343030", "61400", "anna61400x", "6 1 4 0 0", "004,16"])
      expect(origin(said), said).toBe("person-file");
    for (const said of [
      "Anna Berg",
      "annaberg",
      "MullerJorg",
      "an na be rg",
      "Berg, Anna",
      "greb anna",
      "anna x berg",
    ])
      expect(origin(said, "", [DIRECTORY]), said).toBe("directory");
    for (const said of ["Berlin city", "engineering department", "city of Berlin", "Berg in Anna"])
      expect(origin(said, "", [DIRECTORY]), said).toBeNull();
  });

  it("is looked for in bounded time: what takes longer counts as found", () => {
    const rows = Array.from({ length: 30 }, (_, at) => "a".repeat(at + 1));
    const text = new PromptText(
      rows.flatMap((one) => rows.map((other) => `${one} ${other} b`)).join(" "),
      "mcp:notes",
    );
    expect(origin("a".repeat(20_000), "", [text])).toBe("mcp:notes");
  });

  it.each([
    ["figures", "1 ".repeat(50_000)],
    ["words", "the rain in spring ".repeat(6_000)],
    ["letters that stand for many", "ﷺ".repeat(20_000)],
    ["hexadecimal", "61 20 ".repeat(20_000)],
  ])("counts as found where it is longer than anybody's question: %s", (_, said) => {
    expect(origin(said)).toBe("person-file");
    expect(origin(said, "", [])).toBeNull();
  });
});

/** What people look for while a file is about the same things. */
const ORDINARY = [
  "What is the weather in Berlin",
  "weather in Hamburg today",
  "average rainfall in Spain 2023",
  "average price of a house in Munich",
  "Spain rainfall average",
  "house prices in Berlin 2024",
  "best restaurants in Berlin",
  "how to write a budget for a project",
  "project budget template",
  "what does a project manager do",
  "aurora borealis forecast Norway",
  "northern lights tonight",
  "average salary in Germany",
  "salary of a software engineer in Berlin",
  "salary negotiation tips",
  "61 percent of 400",
  "euro dollar exchange rate",
  "news about the election",
  "news today",
  "team building ideas",
  "how to run a board meeting",
  "meeting notes template",
  "public holidays on a Monday in 2025",
  "when does spring begin",
  "low rainfall and drought in Europe",
  "search engine without tracking",
  "history of the web",
  "Anna Karenina author",
  "Berg en Dal hotels",
  "price of gold",
  "who is on the board of Siemens",
  "what rose to fame in 1990",
  "hyperinflation explained",
  "https://example.com/weather/berlin",
  "SGVsbG8gd29ybGQ=",
];

describe("a figure of a private text", () => {
  it("is found however its digits are grouped, behind whatever word", () => {
    const gap = fc.constantFrom(" ", "-", "_", "/", "|", ":", " - ");
    const digits = fc.stringMatching(/^[1-9]\d{4,7}$/);
    const before = fc.constantFrom("", "q=", "is ", "a b ");
    fc.assert(
      fc.property(
        digits.filter((figure) => !/^(?:19|20)\d{6}$/.test(figure)),
        fc.array(gap, { minLength: 8, maxLength: 8 }),
        before,
        (figure, gaps, said) => {
          const text = new PromptText(`It is ${figure}.`, "person-file");
          const leaving = `${said}${[...figure].map((one, at) => one + (at % 2 ? "" : gaps[at])).join("")}`;
          expect(privateOrigin(leaving, [text], [])).toBe("person-file");
          expect(isPrivateInAddress(leaving, [text], [])).toBe(true);
        },
      ),
    );
  });

  it("is no time, and no day", () => {
    const text = new PromptText("It is 1400, or 2508, or 31122.", "person-file");
    for (const said of ["at 14:00", "on 25-08", "on 2025-08-14"])
      expect(privateOrigin(said, [text], [])).toBeNull();
  });
});

describe("a private text without spaces between its words", () => {
  const texts = [
    "王小明的工资是每月三万元，项目极光的预算还没有公布，请不要告诉别人。",
    "プロジェクトオーロラの予算はまだ公表されていないので、誰にも言わないでください。",
    "งบประมาณของโครงการออโรรายังไม่ได้ประกาศ",
  ];
  it.each(texts)("%s is found by a part of a clause", (text) => {
    const file = [new PromptText(text, "person-file")];
    const part = text.slice(9, 23);
    for (const said of [
      part,
      `q=${encodeURIComponent(part)}`,
      [...part].join(" "),
      `搜索${part}吗`,
    ])
      expect(privateOrigin(said, file, []), said).toBe("person-file");
    expect(isPrivateInAddress(`/search/${part}`, file, [])).toBe(true);
    expect(privateOrigin(part, file, file)).toBeNull();
  });

  it("is not found by what any text says", () => {
    const files = texts.map((text) => new PromptText(text, "person-file"));
    for (const said of ["北京今天的天气怎么样", "我的工作", "東京の天気はどうですか", "อากาศวันนี้"])
      expect(privateOrigin(said, files, []), said).toBeNull();
  });
});

describe("a long word of a private text", () => {
  it("is found in an address letter by letter", () => {
    for (const said of ["a.u.r.o.r.a", "to/a/u/r/o/r/a", "a-r-o-r-u-a"])
      expect(isPrivateInAddress(said, [FILE], []), said).toBe(true);
    expect(isPrivateInAddress("a.u.r.o.x.a", [FILE], [])).toBe(false);
  });
});

describe("what an ordinary person looks for", () => {
  it.each(ORDINARY)("%s", (said) => {
    expect(origin(said, "", [FILE, DIRECTORY])).toBeNull();
    expect(origin(said, "", [FILE, DIRECTORY, PAGES])).toBeNull();
  });
});
