/** Gives the action a page to be called from. */
import { beginKeptTurn } from "./begin-kept-turn.js";

export default function Page() {
  return <form action={beginKeptTurn} />;
}
