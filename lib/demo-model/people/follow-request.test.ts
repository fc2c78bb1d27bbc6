import { describe, expect, it } from "vitest";
import { followRequest, mayFollowRequest, withEarlierPerson } from "./follow-request.ts";
import type { PeopleResult, Person } from "./people-result.ts";
import { readPeopleRequests } from "./read-people-requests.ts";

const person = (name: string, department: string, city: string): Person => ({
  id: name,
  name,
  email: `${name.split(" ")[0]?.toLowerCase()}@people.example`,
  department,
  city,
  joined: "2025-01-02",
});
const ADA = person("Ada Lovelace", "Legal", "Berlin");
const BO = person("Bo Chen", "Sales", "Paris");
const LISTED: PeopleResult = { kind: "people", people: [ADA, BO], total: 9, offset: 0 };

const CITY = "Change Ada Lovelace's city to London";
const DEPARTMENT = "move Ada Lovelace to Sales";
const DELETE = "delete Ada Lovelace";
const ADD = "Add a person: Jane Doe, jane@people.example, Sales, Berlin";
const ada = { name: "Ada Lovelace" };
const toCity = (to: string, who: object = ada) => ({ kind: "change", who, field: "city", to });

/** What the person answered to the question, and the words that follow. */
const DECISIONS = [
  [],
  ["Approve: Change Ada Lovelace (ada@people.example): city from “Berlin” to “London”?"],
  ["Decline: Change Ada Lovelace (ada@people.example): city from “Berlin” to “London”?"],
];

describe("a request that follows a decided one", () => {
  it.each<[string, string, unknown]>([
    ["no, to Paris instead", CITY, toCity("Paris")],
    ["No, Paris.", CITY, toCity("Paris")],
    ["Paris instead", CITY, toCity("Paris")],
    ["to Paris", CITY, toCity("Paris")],
    ["actually, make it Paris please", CITY, toCity("Paris")],
    ["sorry, I meant Paris", CITY, toCity("Paris")],
    ["Not London, but Paris", CITY, toCity("Paris")],
    ["no, to Paris, not London", CITY, toCity("Paris")],
    ["no, to Paris instead of London", CITY, toCity("Paris")],
    ["rather to New York", CITY, toCity("New York")],
    ["I'd prefer Lisbon", CITY, toCity("Lisbon")],
    ["let's make it Lisbon", CITY, toCity("Lisbon")],
    ["it should be Lisbon", CITY, toCity("Lisbon")],
    ["no, the city should be Lisbon", CITY, toCity("Lisbon")],
    ["ok, to Paris then", CITY, toCity("Paris")],
    ["no, Bo Chen instead", CITY, toCity("London", { name: "Bo Chen" })],
    ["the same for Bo Chen", CITY, toCity("London", { name: "Bo Chen" })],
    ["and for Bo Chen too", CITY, toCity("London", { name: "Bo Chen" })],
    ["no, I meant the second one", CITY, toCity("London", { place: 2 })],
    ["do it anyway", CITY, toCity("London")],
    ["try again please", CITY, toCity("London")],
    ["and her department to Sales", CITY, { ...toCity("Sales"), field: "department" }],
    [
      "no, her e-mail to al@people.example",
      CITY,
      { ...toCity("al@people.example"), field: "email" },
    ],
    ["no, to Legal instead", DEPARTMENT, { ...toCity("Legal"), field: "department" }],
    ["no, to the Finance department", DEPARTMENT, { ...toCity("Finance"), field: "department" }],
    ["no, Bo Chen instead", DELETE, { kind: "delete", who: { name: "Bo Chen" } }],
    ["wait, I meant the second one", DELETE, { kind: "delete", who: { place: 2 } }],
    ["and Bo Chen too", DELETE, { kind: "delete", who: { name: "Bo Chen" } }],
    [
      "no, in Lisbon instead",
      ADD,
      {
        kind: "add",
        person: {
          name: "Jane Doe",
          email: "jane@people.example",
          department: "Sales",
          city: "Lisbon",
        },
      },
    ],
    ["no, by city instead", "How many users joined each month?", { kind: "count", by: "city" }],
  ])("%s (%s)", (said, asked, request) => {
    for (const decision of DECISIONS) {
      expect(followRequest(said, [asked, ...decision], [LISTED])).toEqual(request);
    }
    expect(mayFollowRequest(said)).toBe(true);
  });

  it.each([
    "no",
    "thanks",
    "never mind",
    "no, leave it",
    "what is 6 * 7?",
    "Approve: Delete Ada Lovelace?",
    `no, ${"to Paris ".repeat(30)}`,
  ])("is not seen in: %s", (said) => {
    expect(followRequest(said, [CITY], [LISTED])).toBeNull();
  });

  it("follows one after the other", () => {
    const earlier = [CITY, "no, to Paris instead", "Decline: …", "the same for Bo Chen"];
    expect(followRequest("or rather to Rome", earlier, [LISTED])).toEqual(
      toCity("Rome", { name: "Bo Chen" }),
    );
  });

  it("knows by which name the person goes now", () => {
    const renamed = { ...ADA, name: "Ada King" };
    const known: PeopleResult[] = [LISTED, { kind: "updated", person: renamed }];
    expect(followRequest("no, to Ada Byron", ["rename Ada Lovelace to Ada King"], known)).toEqual({
      kind: "change",
      who: { name: "Ada King" },
      field: "name",
      to: "Ada Byron",
    });
    const jane = { ...ADA, name: "Jane Doe" };
    expect(
      followRequest("no, in Lisbon instead", [ADD], [LISTED, { kind: "created", person: jane }]),
    ).toEqual(toCity("Lisbon", { name: "Jane Doe" }));
  });

  it("means the person of the last change by a pronoun", () => {
    const read = (text: string, earlier: string[]) =>
      withEarlierPerson(readPeopleRequests(text), earlier, [LISTED]);
    expect(read("then delete her", [CITY])).toEqual([{ kind: "delete", who: ada }]);
    expect(read("move her to Sales", [ADD])).toMatchObject([{ who: { name: "Jane Doe" } }]);
    expect(read("delete her", ["find Bo Chen"])).toEqual([{ kind: "delete", who: { place: 0 } }]);
  });

  it("needs an earlier request", () => {
    expect(followRequest("no, to Paris instead", ["hello"], [])).toBeNull();
  });
});
