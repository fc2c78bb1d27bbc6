import "server-only";
/** The directory as the service's tools see it. They persist nothing themselves: this port does. */
import type {
  NewUmsPerson,
  UmsCountField,
  UmsPeopleCount,
  UmsPeoplePage,
  UmsPeopleQuery,
  UmsPerson,
  UmsPersonChange,
  UmsPersonWritten,
} from "../contracts/ums-person.ts";

export type Directory = {
  list(query: UmsPeopleQuery): Promise<UmsPeoplePage>;
  /** Every word of the query stands somewhere in a found person's name, e-mail, department or city. */
  find(query: string, limit: number): Promise<UmsPeoplePage>;
  get(id: string): Promise<UmsPerson | null>;
  create(person: NewUmsPerson): Promise<UmsPersonWritten>;
  update(id: string, change: UmsPersonChange): Promise<UmsPersonWritten>;
  /** Who it was, or null where there was no such person. */
  delete(id: string): Promise<UmsPerson | null>;
  countBy(field: UmsCountField): Promise<UmsPeopleCount[]>;
};
