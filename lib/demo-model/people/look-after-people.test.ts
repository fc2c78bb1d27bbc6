import { describe, expect, it } from "vitest";
import { toModelTools } from "../../tools/to-model-tool.ts";
import type { Directory } from "../../ums/directory.ts";
import { umsTools } from "../../ums/tools/ums-tools.ts";
import { data, replyTo, round, user, type WireMessage } from "../testing/converse.ts";

const TOOLS = toModelTools(umsTools({} as Directory)).map((made) => made.function);
const PEOPLE = ["Ada Lovelace", "Bo Chen", "Cy Young"].map((name, index) => ({
  id: `00000000-0000-4000-8000-00000000000${index + 1}`,
  name,
  email: `${index}@people.example`,
  department: "Legal",
  city: "Berlin",
  joined: "2025-01-02",
}));
const LIST = JSON.stringify({ offset: 0, total: 200, people: PEOPLE });

/** The results of the directory's tools. */
function answerCall(name: string, text: string): string {
  const args = JSON.parse(text);
  const person = PEOPLE.find(({ id }) => id === args.id);
  switch (name) {
    case "find_people": {
      const people = PEOPLE.filter((one) => one.name.includes(args.query));
      return JSON.stringify({ total: people.length, people });
    }
    case "count_people_by":
      return JSON.stringify({ field: args.field, counts: [{ value: "2025-01", count: 3 }] });
    case "delete_person":
      return JSON.stringify({ deleted: person });
    case "update_person":
      return JSON.stringify({ updated: { ...person, ...args } });
    case "create_person":
      return JSON.stringify({ created: { ...args, id: "x", joined: "2025-01-02" } });
    default:
      return LIST;
  }
}

function talk(question: string, earlier: WireMessage[] = [], answer = answerCall) {
  const messages = [...earlier, user(question)];
  const calls: [string, unknown][] = [];
  for (;;) {
    const reply = replyTo(messages, TOOLS);
    const [made] = reply.toolCalls;
    if (!made)
      return {
        calls,
        text: reply.text,
        messages: [...messages, { role: "assistant", content: reply.text }],
      };
    calls.push([made.name, JSON.parse(made.arguments)]);
    messages.push(...round([made], [answer(made.name, made.arguments)]));
  }
}

describe("looking after people", () => {
  it("lists a few as a table, without ids", () => {
    const { calls, text } = talk("list users");
    expect(calls).toEqual([["list_people", { limit: 5 }]]);
    expect(text).toContain("| 2 | Bo Chen | 1@people.example | Legal | Berlin | 2025-01-02 |");
    expect(text).toContain("200 people");
    expect(text).not.toContain("00000000");
  });

  it.each<[string, [string, unknown][]]>([
    ["List the first three users sorted by name", [["list_people", { limit: 3, sort: "name" }]]],
    ["Who works in Berlin?", [["find_people", { query: "Berlin" }]]],
    ["find Ada", [["find_people", { query: "Ada" }]]],
    ["how many users are there?", [["list_people", { limit: 1 }]]],
    ["How many joined each month?", [["count_people_by", { field: "joined_month" }]]],
    ["count the users per city", [["count_people_by", { field: "city" }]]],
    [
      "delete Ada Lovelace",
      [
        ["find_people", { query: "Ada Lovelace" }],
        ["delete_person", { id: PEOPLE[0]?.id }],
      ],
    ],
    [
      "change Bo Chen's department to Sales",
      [
        ["find_people", { query: "Bo Chen" }],
        ["update_person", { id: PEOPLE[1]?.id, department: "Sales" }],
      ],
    ],
    [
      "set the city of Bo Chen to Lisbon",
      [
        ["find_people", { query: "Bo Chen" }],
        ["update_person", { id: PEOPLE[1]?.id, city: "Lisbon" }],
      ],
    ],
    [
      "Add a person: Jane Doe, jane@people.example, Sales, Berlin",
      [
        [
          "create_person",
          { name: "Jane Doe", email: "jane@people.example", department: "Sales", city: "Berlin" },
        ],
      ],
    ],
    [
      "List the users and count how many people joined each month.",
      [
        ["list_people", { limit: 5 }],
        ["count_people_by", { field: "joined_month" }],
      ],
    ],
  ])("%s", (question, calls) => {
    expect(talk(question).calls).toEqual(calls);
  });

  it("goes by the list that was shown last", () => {
    const { messages } = talk("list users");
    const second = talk("and delete the second one", messages);
    expect(second.calls).toEqual([["delete_person", { id: PEOPLE[1]?.id }]]);
    expect(second.text).toContain("**Bo Chen** (1@people.example) is deleted");
    const first = talk("delete Cy Young", second.messages);
    expect(talk("delete the first one", first.messages).calls).toEqual([
      ["delete_person", { id: PEOPLE[0]?.id }],
    ]);
    expect(talk("show more", messages).calls).toEqual([["list_people", { limit: 3, offset: 3 }]]);
  });

  it("goes by facts where it may see no earlier turn", () => {
    const facts = [{ tool: "list_people", arguments: { limit: 5 }, result: JSON.parse(LIST) }];
    const content = `Facts from earlier results, oldest first:\n${JSON.stringify(facts)}`;
    const { calls } = talk("delete the last one", [data(content)]);
    expect(calls).toEqual([["delete_person", { id: PEOPLE[2]?.id }]]);
  });

  it.each([
    [
      "The person declined this call, and nothing was changed. Do not try it again; say so plainly.",
      "nothing was changed",
    ],
    [
      "This call is not allowed by policy. Do not try it again; tell the person plainly.",
      "not allowed",
    ],
    ["The e-mail address x belongs to somebody else. Use another one.", "belongs to somebody else"],
    ["Nobody has the id CANARY.", "not in the directory any more"],
    ["CANARY", "did not work"],
  ])("says plainly how a change ended (%s)", (result, expected) => {
    const { messages } = talk("list users");
    const { text, calls } = talk("delete the first one", messages, () => result);
    expect(calls).toHaveLength(1);
    expect(text).toContain(expected);
    expect(text).not.toContain("CANARY");
  });

  it("says what became of an approved call, whatever the words", () => {
    const { messages } = talk("list users");
    const made = [{ name: "delete_person", arguments: JSON.stringify({ id: PEOPLE[0]?.id }) }];
    const approved = [
      ...messages,
      user("Approved."),
      ...round(made, [JSON.stringify({ deleted: PEOPLE[0] })]),
    ];
    expect(replyTo(approved, TOOLS).text).toContain(
      "**Ada Lovelace** (0@people.example) is deleted",
    );
  });

  it("asks for what is missing of a new person, and takes it from the next message", () => {
    const first = talk("add the user Jane Doe");
    expect(first.text).toBe(
      "To add somebody, I still need the e-mail address, the department and the city.",
    );
    expect(talk("jane@people.example, Sales, Berlin", first.messages).calls).toEqual([
      [
        "create_person",
        { name: "Jane Doe", email: "jane@people.example", department: "Sales", city: "Berlin" },
      ],
    ]);
  });

  it("asks which one where several fit, and gives up after two failures", () => {
    expect(talk("delete Y").text).toContain("Cy Young");
    const { calls, text } = talk("list users", [], () => "CANARY");
    expect(calls).toHaveLength(2);
    expect(text).toContain("did not work");
  });
});
