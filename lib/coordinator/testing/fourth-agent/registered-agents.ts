/** The product's agents and, in one line, a fourth one. */
import "server-only";

export * from "../../../agents/registered-agents.ts";
export { glossarist } from "./descriptor.ts";
