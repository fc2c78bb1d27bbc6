-- What a switch of branches looks for. Most conversations have none.
CREATE INDEX "message_superseded" ON "message"("conversation_id") WHERE "superseded_at" IS NOT NULL;

-- Sizes of hidden state over time, without reading the states.
CREATE INDEX "hidden_state_size" ON "hidden_state"("created_at") INCLUDE ("bytes");

-- What is to be erased soon: few at any time.
CREATE INDEX "conversation_deleted" ON "conversation"("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "conversation_expires" ON "conversation"("expires_at") WHERE "expires_at" IS NOT NULL;
CREATE INDEX "user_erase" ON "user"("erase_at") WHERE "erase_at" IS NOT NULL;
