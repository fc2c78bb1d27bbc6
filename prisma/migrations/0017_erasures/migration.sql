CREATE INDEX "audit_event_erasures" ON "audit_event"("action")
  WHERE "action" IN ('conversation.erased', 'payloads.erased');
