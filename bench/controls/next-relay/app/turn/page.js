/** Gives the action a page to be called from. */
import { beginTurn } from "./begin-turn.js";

export default function Page() {
  return <form action={beginTurn} />;
}
