/** The port through which the service's tools read and change the directory. */
import "server-only";
import type {
  NewUmsPerson,
  UmsCountField,
  UmsPeopleCount,
  UmsPeoplePage,
  UmsPeopleQuery,
  UmsPerson,
  UmsPersonChange,
  UmsPersonWritten,
} from "../contracts/ums/ums-person.ts";

export type Directory = {
  list(query: UmsPeopleQuery): Promise<UmsPeoplePage>;
  /** Finds people whose name, e-mail, department or city contains every word of the query. */
  find(query: string, limit: number): Promise<UmsPeoplePage>;
  get(id: string): Promise<UmsPerson | null>;
  create(person: NewUmsPerson): Promise<UmsPersonWritten>;
  update(id: string, change: UmsPersonChange): Promise<UmsPersonWritten>;
  /** @returns the deleted person, or null where there was none */
  delete(id: string): Promise<UmsPerson | null>;
  countBy(field: UmsCountField): Promise<UmsPeopleCount[]>;
};
