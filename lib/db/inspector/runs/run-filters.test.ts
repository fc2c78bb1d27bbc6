import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../../access/actor.ts";
import type { RunFilters } from "../../../contracts/inspector/run-query.ts";
import { createPerson, provideTestDatabase } from "../../testing/turn-fixtures.ts";
import { hour, NAMES, PRICES, recordVariedRuns } from "../testing/varied-runs.ts";
import { listRunNames, listRuns } from "./list-runs.ts";

provideTestDatabase();
process.env.PAYLOAD_REASON = "free";

let admin: Actor;
let ids: Map<string, string>;
beforeAll(async () => {
  process.env.MODEL_PRICES = PRICES;
  admin = await createPerson("admin");
  ids = await recordVariedRuns();
});

const namesOf = (runs: readonly { id: string }[]) => runs.map(({ id }) => ids.get(id));

const CASES: [RunFilters, string[]][] = [
  [{}, NAMES],
  [{ status: "failed" }, ["broken"]],
  [{ agent: "users" }, ["slight", "high"]],
  [{ agent: "general" }, ["planned", "slight", "live"]],
  [{ agent: "genera" }, []],
  [{ tool: "web_search@1" }, ["planned"]],
  [{ deviation: "no-plan" }, ["unplanned", "broken"]],
  [{ deviation: "none" }, ["planned"]],
  [{ deviation: "slight" }, ["slight"]],
  [{ deviation: "high" }, ["high"]],
  [{ kind: "missing" }, ["slight"]],
  [{ kind: "unplanned_write" }, ["high"]],
  [{ policy: "deny" }, ["high"]],
  [{ policy: "would_deny" }, ["slight"]],
  [{ policy: "undecided" }, ["unplanned", "broken"]],
  [{ from: hour(1), to: hour(3) }, ["slight", "high"]],
  [{ q: "kestrel" }, ["planned"]],
  [{ q: "BLUE" }, ["planned", "unplanned"]],
  [{ q: "ＢＬＵÉ" }, ["planned", "unplanned"]],
  [{ q: "blue -kestrel" }, ["unplanned"]],
  [{ q: '"blue kestrel"' }, ["planned"]],
  [{ q: '"kestrel blue"' }, []],
  [{ q: "answer delete" }, ["high"]],
  [{ q: '"still going"' }, ["live"]],
  [{ q: '"still going"', agent: "general", status: "running" }, ["live"]],
  [{ q: "going", status: "failed" }, []],
  [{ q: "kestrel or delete", status: "complete" }, ["planned", "high"]],
  [{ q: "' OR true --" }, []],
  [{ q: "!&|" }, []],
];

describe("the filters of the list of runs", () => {
  it.each(CASES)("%j", async (filters, expected) => {
    const page = await listRuns(admin, filters);
    expect(namesOf(page.runs)).toEqual(expected.toReversed());
    expect(page.total).toBe(expected.length);
    expect(page.running).toBe(expected.includes("live") ? 1 : 0);
  });

  it("offers the agents and tools of stored runs", async () => {
    const agents = ["concierge", "general", "users"];
    expect(await listRunNames(admin)).toEqual({
      reasons: [],
      agents,
      tools: ["web_search@1"],
    });
    await expect(listRunNames(await createPerson())).rejects.toMatchObject({ code: "forbidden" });
  });

  it("prices a run by its model, dated or not, and no unknown model", async () => {
    const { runs } = await listRuns(admin, {});
    const cost = new Map(runs.map((run) => [ids.get(run.id), run.cost]));
    expect(cost.get("planned")).toBeCloseTo(7);
    expect(cost.get("slight")).toBeCloseTo(0.2);
    expect(cost.get("high")).toBeNull();
    expect(cost.get("live")).toBeNull();
  });

  it("shows everybody who took part", async () => {
    const { runs } = await listRuns(admin, { agent: "general" });
    expect(runs.map(({ agents }) => agents)).toEqual([
      ["general"],
      ["general", "users"],
      ["general"],
    ]);
  });
});
