import { describe, expect, it } from "vitest";
import { compileCatalogue } from "./compile-messages.ts";

/** The compiled module, loaded from a `data:` address. */
async function load(catalogue: unknown): Promise<Record<string, (inputs?: object) => string>> {
  const code = compileCatalogue("test.json", catalogue)
    .replaceAll(/^export const (\w+): .* = \/\*\*/gm, "export const $1 = /**")
    .replace(
      /^import .*$/m,
      "const registry = { plural: (_, count) => (count === 1 ? 'one' : 'other') };",
    );
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

describe("compileCatalogue", () => {
  it("makes a function of each message", async () => {
    const messages = await load({
      send: "Send",
      hello: "Hello {name}, {name}!",
      odd: ["`$", "{x}` \\ {"].join(""),
    });
    expect(messages.send?.()).toBe("Send");
    expect(messages.hello?.({ name: "Ada" })).toBe("Hello Ada, Ada!");
    expect(messages.odd?.({ x: 1 })).toBe("`$1` \\ {");
  });

  it("chooses between singular and plural", async () => {
    const { files } = await load({ files: { one: "{count} file", other: "{count} files" } });
    expect([0, 1, 2].map((count) => files?.({ count }))).toEqual(["0 files", "1 file", "2 files"]);
  });

  it("types the parameters", () => {
    const code = compileCatalogue("test.json", {
      send: "Send",
      files: { one: "{count} file in {place}", other: "{count} files in {place}" },
    });
    expect(code).toContain("export const send: () => string");
    expect(code).toContain(
      "export const files: (inputs: { count: number; place: string | number }) => string",
    );
  });

  it.each([
    [{ "not a key": "x" }],
    [{ delete: "x" }],
    [{ empty: "" }],
    [{ number: 1 }],
    [{ plural: { one: "x" } }],
    [{ plural: { one: "x", other: "y", few: "z" } }],
    [null],
  ])("refuses %j", (catalogue) => {
    expect(() => compileCatalogue("test.json", catalogue)).toThrow("test.json");
  });
});
