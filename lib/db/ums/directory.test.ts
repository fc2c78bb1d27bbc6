import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../scripts/testing/test-database.ts";
import { closeDatabase, db } from "../client.ts";
import {
  countPeople,
  createPerson,
  deletePerson,
  findPeople,
  getPerson,
  listPeople,
  updatePerson,
} from "./people.ts";
import { seedDirectory, seedPeople } from "./seed-directory.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("BETTER_AUTH_SECRET", "a secret of at least thirty-two characters");
});

beforeEach(async () => {
  await db().umsPerson.deleteMany();
  await seedDirectory();
});

afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

const page = (limit: number, offset = 0) => listPeople({ limit, offset, sort: "added" });

async function somebody() {
  const [person] = (await page(1)).people;
  if (!person) throw new Error("the directory is empty");
  return person;
}

describe("the seeded directory", () => {
  it("holds the same 200 people each time, once", async () => {
    await Promise.all([seedDirectory(), seedDirectory()]);
    const { total, people } = await page(500);
    expect(total).toBe(200);
    expect(people).toEqual(seedPeople());
    expect(new Set(people.map((person) => person.email)).size).toBe(200);
    expect(people.every((person) => person.email.endsWith(".example"))).toBe(true);
  });

  it("is not filled again while it contains people", async () => {
    const person = await somebody();
    await deletePerson(person.id);
    await seedDirectory();
    expect((await page(1)).total).toBe(199);
  });

  it("is filled once by two processes at the same time", async () => {
    await db().umsPerson.deleteMany();
    await Promise.all([seedDirectory(), seedDirectory(), seedDirectory()]);
    expect((await page(1)).total).toBe(200);
  });
});

describe("listing", () => {
  it("pages without overlap in every order", async () => {
    for (const sort of ["added", "name", "joined", "department", "city"] as const) {
      const pages = await Promise.all(
        [0, 50, 100, 150].map((offset) => listPeople({ limit: 50, offset, sort })),
      );
      const ids = pages.flatMap(({ people }) => people.map((person) => person.id));
      expect(new Set(ids).size).toBe(200);
    }
  });

  it("filters by department and city, ignoring case", async () => {
    const everybody = seedPeople();
    const { department, city } = await somebody();
    const expected = everybody.filter(
      (person) => person.department === department && person.city === city,
    );
    const found = await listPeople({
      limit: 50,
      offset: 0,
      sort: "added",
      department: department.toUpperCase(),
      city: city.toLowerCase(),
    });
    expect(found).toEqual({ total: expected.length, people: expected });
  });

  it("sorts by the day of joining", async () => {
    const { people } = await listPeople({ limit: 200, offset: 0, sort: "joined" });
    const days = people.map((person) => person.joined);
    expect(days).toEqual(days.toSorted());
  });
});

describe("finding", () => {
  it("requires every word, anywhere, in any order, with or without accents", async () => {
    const lucia = seedPeople().find((person) => person.name === "Lucía Echeverría");
    expect((await findPeople("echeverria LUCIA", 20)).people).toEqual([lucia]);
    expect((await findPeople("Lucía", 20)).people).toContainEqual(lucia);
    const nobody = { total: 0, people: [] };
    expect(await findPeople("lucia nobody-of-that-name", 20)).toEqual(nobody);
  });

  it("treats wildcards and quotes literally", async () => {
    for (const query of ["%", "_", "' OR 1=1 --", "\0"]) {
      expect((await findPeople(query, 20)).total).toBe(0);
    }
  });

  it("says how many there are beyond the limit", async () => {
    const found = await findPeople("people.example", 5);
    expect(found.total).toBe(200);
    expect(found.people).toHaveLength(5);
  });
});

describe("writing", () => {
  const ada = {
    name: "Ada Example",
    email: "ada@people.example",
    department: "Legal",
    city: "Oslo",
  };

  it("creates a person who can then be read", async () => {
    const written = await createPerson({ ...ada, joined: "2024-02-29" });
    if (!written.ok) throw new Error(written.reason);
    expect(written.person).toEqual({ ...ada, id: written.person.id, joined: "2024-02-29" });
    expect(await getPerson(written.person.id)).toEqual(written.person);
    expect((await page(1)).total).toBe(201);
  });

  it("refuses an e-mail address that is taken, in any case, and changes nothing", async () => {
    const taken = { ok: false, reason: "email-taken" };
    const person = await somebody();
    expect(await createPerson({ ...ada, email: person.email.toUpperCase() })).toEqual(taken);
    const written = await createPerson(ada);
    if (!written.ok) throw new Error(written.reason);
    expect(await updatePerson(written.person.id, { email: person.email })).toEqual(taken);
    expect(await getPerson(written.person.id)).toEqual(written.person);
  });

  it("changes only what is given", async () => {
    const person = await somebody();
    const written = await updatePerson(person.id, { city: "Oslo", joined: "2020-01-31" });
    const changed = { ...person, city: "Oslo", joined: "2020-01-31" };
    expect(written).toEqual({ ok: true, person: changed });
    expect(await getPerson(person.id)).toEqual(changed);
  });

  it("deletes a person once", async () => {
    const person = await somebody();
    expect(await deletePerson(person.id)).toEqual(person);
    expect(await deletePerson(person.id)).toBeNull();
    expect(await getPerson(person.id)).toBeNull();
    expect(await updatePerson(person.id, { city: "Oslo" })).toEqual({
      ok: false,
      reason: "not-found",
    });
  });

  it("finds nobody for an unknown id", async () => {
    expect(await deletePerson(randomUUID())).toBeNull();
  });
});

describe("counting", () => {
  it("matches the listed people", async () => {
    for (const field of ["department", "city", "joined_month"] as const) {
      const counted = await countPeople(field);
      const expected = new Map<string, number>();
      for (const person of seedPeople()) {
        const value = field === "joined_month" ? person.joined.slice(0, 7) : person[field];
        expected.set(value, (expected.get(value) ?? 0) + 1);
      }
      expect(new Map(counted.map(({ value, count }) => [value, count]))).toEqual(expected);
    }
  });

  it("gives months in their own order", async () => {
    const months = (await countPeople("joined_month")).map(({ value }) => value);
    expect(months).toEqual(months.toSorted());
    expect(months.length).toBeGreaterThan(12);
  });
});
