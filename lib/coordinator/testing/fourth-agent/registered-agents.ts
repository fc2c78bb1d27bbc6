import "server-only";

/** The product's agents and, in one line, a fourth one. */
export * from "../../../agents/registered-agents.ts";
export { glossarist } from "./descriptor.ts";
