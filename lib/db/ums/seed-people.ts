/** The 200 people of a fresh directory: invented, the same on every machine. */
import "server-only";
import { createHash } from "node:crypto";
import type { UmsPerson } from "../../contracts/ums/ums-person.ts";
import { SEED_NAMES } from "./seed-names.ts";

const DEPARTMENTS = [
  "Engineering",
  "Support",
  "Sales",
  "Product",
  "Operations",
  "Design",
  "Finance",
  "Marketing",
  "People",
  "Legal",
] as const;

const CITIES = [
  "Berlin",
  "Lisbon",
  "Toronto",
  "Nairobi",
  "Singapore",
  "São Paulo",
  "Austin",
  "Hyderabad",
  "Melbourne",
  "Kraków",
] as const;

const FIRST_YEAR = 2022;
const YEARS = 4;
const PER_GROUP = 20;

/** 200 people with ids and `.example` addresses made from their names. */
export function seedPeople(): UmsPerson[] {
  const names = Array.from({ length: PER_GROUP }, (_, turn) =>
    SEED_NAMES.map(({ given, family }) => {
      const first = given[turn % given.length];
      const last = family[(turn + Math.floor(turn / family.length) * 3) % family.length];
      return { first: first ?? "", last: last ?? "" };
    }),
  ).flat();
  return names.map(({ first, last }) => toPerson(first, last));
}

function toPerson(first: string, last: string): UmsPerson {
  const email = `${toAscii(first)}.${toAscii(last)}@people.example`;
  const digest = createHash("sha256").update(email).digest();
  const year = FIRST_YEAR + (digest.readUInt8(2) % YEARS);
  const month = 1 + (digest.readUInt8(3) % 12);
  const day = 1 + (digest.readUInt8(4) % 28);
  return {
    id: toUuid(digest),
    name: `${first} ${last}`,
    email,
    // Squared, so that departments and cities differ in size as real ones do.
    department: pick(DEPARTMENTS, (digest.readUInt8(0) / 256) ** 2),
    city: pick(CITIES, (digest.readUInt8(1) / 256) ** 1.5),
    joined: `${year}-${pad(month)}-${pad(day)}`,
  };
}

function pick(from: readonly string[], share: number): string {
  return from[Math.floor(share * from.length)] ?? "";
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** Letters that do not decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = {
  ł: "l",
  ø: "o",
  ß: "ss",
  đ: "d",
  ı: "i",
  "'": "",
  " ": "",
};

function toAscii(name: string): string {
  const plain = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "");
  return plain.replace(/[łøßđı' ]/g, (letter) => LETTERS[letter] ?? "");
}

/** An RFC 9562 version 8 UUID from the second half of the digest. */
function toUuid(digest: Buffer): string {
  const hex = digest.toString("hex").slice(32);
  const variant = "89ab"[digest.readUInt8(24) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
