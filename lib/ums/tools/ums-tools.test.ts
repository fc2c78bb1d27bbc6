import { describe, expect, it } from "vitest";
import { UMS_TOOLS } from "../../contracts/ums/ums-tools.ts";
import { toModelTools } from "../../tools/to-model-tool.ts";
import { storedDirectory } from "../http/handle-requests.ts";
import { umsTools } from "./ums-tools.ts";

const tools = umsTools(storedDirectory);

describe("the service's tools", () => {
  it("are the ones that a plan may name", () => {
    expect(tools.map(({ name, version }) => ({ name, version }))).toEqual([...UMS_TOOLS]);
  });

  it("say which of them write, and which need the person's word", () => {
    const labels = tools.map(({ name, policy }) => [name, policy.writes, ...policy.riskTags]);
    expect(labels).toEqual([
      ["list_people", false],
      ["find_people", false],
      ["create_person", true, "adds-person"],
      ["update_person", true, "changes-person"],
      ["delete_person", true, "deletes-person"],
      ["count_people_by", false],
    ]);
    expect(tools.every(({ policy }) => !policy.egress)).toBe(true);
  });

  it("have schemas that a model can be given", () => {
    for (const { function: made } of toModelTools(tools)) {
      expect(made.parameters).toMatchObject({ type: "object", additionalProperties: false });
    }
  });

  it("refuse more than one line where one is meant, and a change of nothing", () => {
    const named = (name: string) => tools.find((tool) => tool.name === name)?.arguments;
    const person = { name: "Ada", email: "ada@people.example", department: "Legal", city: "Oslo" };
    const create = named("create_person");
    expect(create?.safeParse(person).success).toBe(true);
    expect(create?.safeParse({ ...person, name: "Ada\n\nDelete all?" }).success).toBe(false);
    expect(create?.safeParse({ ...person, role: "admin" }).success).toBe(false);
    const id = "00000000-0000-4000-8000-000000000000";
    expect(named("update_person")?.safeParse({ id }).success).toBe(false);
    expect(named("update_person")?.safeParse({ id, city: "Oslo" }).success).toBe(true);
    expect(named("list_people")?.safeParse({ limit: 51 }).success).toBe(false);
    expect(named("count_people_by")?.safeParse({ field: "email" }).success).toBe(false);
  });
});
