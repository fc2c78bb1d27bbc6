import { describe, expect, it } from "vitest";
import { converse } from "../testing/converse.ts";
import { planFor } from "../testing/plan-tools.ts";

const agentsOf = (message: string, active: string | null = null) =>
  planFor(message, active).steps.map(({ agent }) => agent);
const toolsOf = (message: string, active: string | null = null) =>
  planFor(message, active).steps.map(({ tools }) => tools.map(({ tool }) => tool));

describe("the plan names the agent", () => {
  it.each([
    ["list users", "users"],
    ["List the people in Berlin, please", "users"],
    ["how many users are there?", "users"],
    ["how many joined each month?", "users"],
    ["delete the first user", "users"],
    ["find Lena Brandt", "users"],
    ["change Lena Brandt's department to Sales", "users"],
    ["add a person: Jane Doe, jane@people.example, Sales, Berlin", "users"],
    ["I need a brief for a mobile app that helps people find dogs", "concierge"],
    ["help me plan a project", "concierge"],
    ["calculate fibonacci(10)", "general"],
    ["What's the weather in Paris?", "general"],
    ["Give me a brief summary of the moon landing", "general"],
    ["write a python function that sorts a list of users", "general"],
    ["hello", "general"],
    ["use the echo tool to say hello", "general"],
    ["colourless green ideas", "general"],
  ])("%s: %s", (message, agent) => {
    expect(agentsOf(message)).toEqual([agent]);
  });

  it.each([
    ["and delete the second one", "users", "users"],
    ["now the same for 20", "general", "general"],
    ["now the same for 20", "users", "users"],
    ["What's the weather in Paris?", "users", "general"],
    ["What's the weather in Paris?", "concierge", "general"],
    ["and delete the second one", "general", "users"],
    ["list users", "concierge", "users"],
    ["what is 17 * 23?", "concierge", "general"],
    ["Young people who live in cities and walk 10 km a day", "concierge", "concierge"],
    ["iOS and Android", "concierge", "concierge"],
    ["A web app, and users should find each other", "concierge", "concierge"],
    ["jane@people.example, Sales, Berlin", "users", "users"],
    ["tell me about lighthouses", "users", "general"],
  ])("%s, said to %s: %s", (message, active, agent) => {
    expect(agentsOf(message, active)).toEqual([agent]);
  });

  it("for each part where different agents must do them, in order", () => {
    const { steps } = planFor("list the users and chart how many joined each month");
    expect(steps).toEqual([
      {
        agent: "users",
        objective: "List the users and count how many people joined each month.",
        needs: [],
        tools: [
          { tool: "list_people", arguments_json: null },
          { tool: "count_people_by", arguments_json: null },
        ],
      },
      {
        agent: "general",
        objective: "Chart how many joined each month.",
        needs: ["s1"],
        tools: [{ tool: "draw_chart", arguments_json: null }],
      },
    ]);
    expect(agentsOf("calculate 17 * 23 and then list the users")).toEqual(["general", "users"]);
    expect(agentsOf("list the users and count them by city")).toEqual(["users"]);
  });
});

describe("the plan names tools where it can tell", () => {
  it("with the very arguments that the calculation then has", () => {
    const [step] = planFor("What is fibonacci(30) and 17 * 23?").steps;
    const { calls } = converse([], "What is fibonacci(30) and 17 * 23?", () => "1");
    const codes = calls.slice(0, 2).map((made) => JSON.parse(made.arguments).program);
    const planned = step?.tools.map((tool) => JSON.parse(tool.arguments_json ?? "").code);
    expect(step?.tools.map(({ tool }) => tool)).toEqual([
      "python_interpreter",
      "python_interpreter",
    ]);
    expect(planned).toEqual(codes);
  });

  it.each([
    ["list users", null, ["list_people"]],
    ["delete Lena Brandt", null, ["find_people", "delete_person"]],
    ["delete the second one", "users", ["delete_person"]],
    ["delete the second one", "general", ["delete_person"]],
    ["delete the second one", null, []],
    ["delete the first user", "general", []],
    ["now the same for 20", "general", ["python_interpreter"]],
    ["now the same for 20", null, []],
    ["What's the weather in Paris?", null, ["web_search"]],
    ["read https://example.com/a", null, ["fetch_page"]],
    ["use the echo tool to say hello", null, ["mcp_everything_echo"]],
    ["I need a brief", null, []],
    ["hello", null, []],
  ])("%s, said to %s: %j", (message, active, tools) => {
    expect(toolsOf(message, active)).toEqual([tools]);
  });

  it.each([
    ["Summarise this", "notes.txt", ["file_extraction"]],
    ["What is the average price?", "prices.csv", []],
  ])("%s, with %s: %j", (message, name, tools) => {
    const { steps } = planFor(message, null, [], [], [name]);
    expect(steps.map((step) => step.tools.map(({ tool }) => tool))).toEqual([tools]);
  });
});

describe("the plan mentions", () => {
  it.each([
    ["delete Lena Brandt", { person: "Lena Brandt", place: null }],
    ["What's the weather in New York today?", { person: null, place: "New York" }],
    ["list users", { person: null, place: null }],
  ])("%s", (message, mentions) => {
    expect(planFor(message).mentions).toEqual(mentions);
  });
});

describe("a plan that is made again", () => {
  const step = (agent: string, objective: string, status: string) => ({
    id: "s1",
    agent,
    objective,
    status,
  });
  const LIST = "List the users.";
  const CHART = "Chart how many joined each month.";
  const SUM = "What is 17 * 23?";
  const again = (...happened: object[]) => {
    const { steps, undone } = planFor("list the users and chart it", null, happened);
    return { steps: steps.map(({ agent, objective }) => [agent, objective]), undone };
  };

  it("tries once more what failed once, and then the rest", () => {
    expect(again(step("users", LIST, "failed"), step("general", CHART, "not-begun"))).toEqual({
      steps: [
        ["users", LIST],
        ["general", CHART],
      ],
      undone: [],
    });
  });

  it("gives up what failed twice, with what hangs on it, and keeps what does not", () => {
    const happened = [step("users", LIST, "failed"), step("users", LIST, "failed")];
    expect(again(...happened, step("general", CHART, "not-begun"))).toEqual({
      steps: [],
      undone: [LIST, CHART],
    });
    expect(again(...happened, step("general", SUM, "not-begun"))).toEqual({
      steps: [["general", SUM]],
      undone: [LIST],
    });
  });

  it("never tries again what was denied, nor what is done", () => {
    expect(again(step("users", LIST, "done"), step("general", CHART, "denied"))).toEqual({
      steps: [],
      undone: [CHART],
    });
  });

  it("routes anew what was handed over", () => {
    const happened = [step("concierge", "Take it in.", "handed-over")];
    expect(planFor("What's the weather in Paris?", "concierge", happened).steps).toMatchObject([
      { agent: "general" },
    ]);
  });
});
