import { expect, it } from "vitest";
import { fileExtraction } from "./file-extraction/file-extraction.ts";
import { pythonInterpreter } from "./python-interpreter/python-interpreter.ts";
import { toModelTools } from "./to-model-tool.ts";
import type { Tool } from "./tool.ts";

const generalTools: readonly Tool[] = [pythonInterpreter, fileExtraction];

it("tells the model of every tool of the general agent, each under a name of its own", () => {
  const names = toModelTools(generalTools).map((tool) => tool.function.name);
  expect(names).toEqual(expect.arrayContaining(["python_interpreter", "file_extraction"]));
  expect(new Set(names).size).toBe(generalTools.length);
});

it("writes a tool as Chat Completions wants it", () => {
  const python = toModelTools(generalTools).find(
    (tool) => tool.function.name === "python_interpreter",
  );
  expect(python).toMatchObject({
    type: "function",
    function: {
      description: expect.stringContaining("Runs Python"),
      parameters: {
        type: "object",
        properties: { code: { type: "string" } },
        required: ["code"],
        additionalProperties: false,
      },
    },
  });
  expect(JSON.stringify(python)).not.toContain("$schema");
});

it("makes the list once", () => {
  expect(toModelTools(generalTools)).toBe(toModelTools(generalTools));
});
