import "server-only";
/** Forgets what agents remembered of conversations that nobody has gone on with. */
import { runStatement, type Statement } from "../run-statement.ts";

const EXPIRE: Statement = {
  name: "expire-hidden-states",
  text: `
DELETE FROM hidden_state AS h USING conversation AS c
WHERE c.id = h.conversation_id AND c.updated_at < now() - $1::int * interval '1 day'
  AND NOT EXISTS (SELECT 1 FROM run AS r WHERE r.conversation_id = c.id AND r.status = 'running')
RETURNING h.id`,
};

/** @param ttlDays days since the conversation's last turn @returns how many versions of state went */
export async function expireHiddenStates(ttlDays: number): Promise<number> {
  return (await runStatement(EXPIRE, [ttlDays])).length;
}
