/** Fills an empty directory with the seed people. Safe to call again, and from several processes at once. */
import "server-only";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { UmsPerson } from "../../contracts/ums/ums-person.ts";
import { kysely } from "../client.ts";
import { insertRows, table } from "../typed-sql.ts";

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

const split = (given: string, family: string): Names => ({
  given: given.split(", "),
  family: family.split(", "),
});
const SEED_NAMES: readonly Names[] = [
  split(
    "Amelia, Oliver, Harriet, Callum, Imogen, Rhys, Saoirse, Declan, Freya, Gareth",
    "Whitcombe, Ashdown, Pryce, Hollis, Macrae, Fennimore, Doyle",
  ),
  split(
    "Lena, Jonas, Käthe, Matthias, Annika, Florian, Greta, Søren, Elke, Björn",
    "Brandt, Weiß, Lindqvist, Hoffmann, Sørensen, Keller, Vogt",
  ),
  split(
    "Inês, Tiago, Camila, Rafael, Beatriz, Thiago, Mariana, João, Luana, Vinícius",
    "Figueiredo, Nascimento, Carvalho, Azevedo, Teixeira, Barbosa, Moura",
  ),
  split(
    "Lucía, Mateo, Ximena, Joaquín, Valentina, Andrés, Paloma, Íñigo, Renata, Emilio",
    "Echeverría, Salgado, Montoya, Quiroga, Zamora, Benítez, Arriaga",
  ),
  split(
    "Wanjiru, Otieno, Amara, Chidi, Nomvula, Kwame, Zainab, Tendai, Abena, Sipho",
    "Mwangi, Okafor, Dlamini, Mensah, Achieng, Moyo, Adeyemi",
  ),
  split(
    "Layla, Omar, Yasmin, Karim, Noor, Tariq, Salma, Idris, Rania, Hamza",
    "Haddad, Mansour, Al Khatib, Benali, Nasser, Rahmani, Aziz",
  ),
  split(
    "Priya, Arjun, Meera, Rohan, Ananya, Vikram, Kavya, Imran, Lakshmi, Dev",
    "Raghunathan, Chatterjee, Deshpande, Iyer, Qureshi, Malhotra, Reddy",
  ),
  split(
    "Mei, Haoran, Yuki, Kenji, Ji-woo, Min-jun, Linh, Tuấn, Siew Ling, Ren",
    "Zhang, Nakamura, Seo, Nguyễn, Tanaka, Lim, Chen",
  ),
  split(
    "Zofia, Łukasz, Milena, Dragan, Katarína, Oleh, Ilona, Bogdan, Jadwiga, Tomáš",
    "Wiśniewska, Kovač, Horváth, Shevchenko, Dvořák, Popescu, Zieliński",
  ),
  split(
    "Aroha, Tane, Leilani, Keoni, Talia, Koa, Marama, Sione, Nayeli, Wikitoria",
    "Parata, Kealoha, Tuilagi, Ngata, Begay, Kahananui, Fonoti",
  ),
];

export async function seedDirectory(): Promise<void> {
  const anybody = await kysely().selectFrom("ums_person").select("id").limit(1).executeTakeFirst();
  if (anybody) return;
  const types = {
    id: "uuid",
    name: "text",
    email: "text",
    department: "text",
    city: "text",
    joined_at: "date",
  };
  const rows = seedPeople().map(({ joined, ...person }) => ({ ...person, joined_at: joined }));
  const json = JSON.stringify(rows);
  const rest = sql`WHERE NOT EXISTS (SELECT FROM ${table("ums_person")})`;
  await insertRows(kysely(), "ums_person", { json, types, rest }, { updated_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The 200 people of a fresh directory: invented, the same on every machine.
 * 200 people with ids and `.example` addresses made from their names.
 */
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

// Names for the seed people, in ten groups so that given and family names suit each other. All invented pairs.

type Names = { given: readonly string[]; family: readonly string[] };
