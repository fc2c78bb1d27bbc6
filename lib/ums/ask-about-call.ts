import "server-only";
/** A call that waits for approval as a plain question that names the real person. */
import { NewUmsPerson, type UmsPerson, type UmsPersonChange } from "../contracts/ums-person.ts";
import { sanitise } from "../hidden-state/sanitise.ts";
import type { Directory } from "./directory.ts";
import { DeletePerson } from "./tools/delete-person.ts";
import { noSuchPerson } from "./tools/tool-defaults.ts";
import { UpdatePerson } from "./tools/update-person.ts";

export type AskedAbout =
  | { ok: true; question: string }
  /** Nothing to ask a person about; `mend` tells the model what is wrong with its call. */
  | { ok: false; mend: string };

export async function askAboutCall(
  directory: Directory,
  tool: string,
  args: unknown,
): Promise<AskedAbout> {
  // A call that waits is stored as it is, and run as it is: it may hold nothing that must not be stored.
  if (sanitise(args).redactions > 0) return { ok: false, mend: "Leave secrets out of this call." };
  if (tool === "delete_person") {
    const call = DeletePerson.safeParse(args);
    if (!call.success) return { ok: false, mend: "The arguments do not fit: an id is needed." };
    return askAbout(directory, call.data.id, (person) => `Delete ${nameOf(person)}?`);
  }
  if (tool === "update_person") {
    const call = UpdatePerson.safeParse(args);
    if (!call.success) return { ok: false, mend: "The arguments do not fit the schema." };
    const { id, ...change } = call.data;
    return askAbout(directory, id, (person) => askChange(person, change));
  }
  const created = NewUmsPerson.safeParse(args);
  if (tool === "create_person" && created.success) {
    const { name, email, department, city } = created.data;
    return { ok: true, question: `Add ${name} (${email}, ${department}, ${city})?` };
  }
  return { ok: true, question: "May I look that up in the directory?" };
}

async function askAbout(
  directory: Directory,
  id: string,
  ask: (person: UmsPerson) => string,
): Promise<AskedAbout> {
  const person = await directory.get(id);
  return person ? { ok: true, question: ask(person) } : { ok: false, mend: noSuchPerson(id) };
}

function nameOf({ name, email }: UmsPerson): string {
  return `${name} (${email})`;
}

const FIELDS = {
  name: "name",
  email: "e-mail",
  department: "department",
  city: "city",
  joined: "day of joining",
} as const;

function askChange(person: UmsPerson, change: UmsPersonChange): string {
  const changes = Object.entries(FIELDS).flatMap(([key, label]) => {
    const field = key as keyof typeof FIELDS;
    const after = change[field];
    return after === undefined ? [] : [`${label} from ${person[field]} to ${after}`];
  });
  return `Change ${nameOf(person)}: ${changes.join(", ")}?`;
}
