-- CreateTable
CREATE TABLE "review_case" (
    "run_id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "reference" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "urgency" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_case_pkey" PRIMARY KEY ("run_id")
);

-- CreateTable
CREATE TABLE "review_reason" (
    "run_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "figure" TEXT NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "salt" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_reason_pkey" PRIMARY KEY ("run_id","kind")
);

-- CreateTable
CREATE TABLE "review_seat" (
    "run_id" UUID NOT NULL,
    "seat" SMALLINT NOT NULL,
    "user_id" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "draft" JSONB,

    CONSTRAINT "review_seat_pkey" PRIMARY KEY ("run_id","seat")
);

-- CreateTable
CREATE TABLE "review_verdict" (
    "run_id" UUID NOT NULL,
    "nth" INTEGER NOT NULL,
    "judged_by" TEXT,
    "upheld" BOOLEAN NOT NULL,
    "told" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "salt" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_verdict_pkey" PRIMARY KEY ("run_id","nth")
);

-- CreateIndex
CREATE UNIQUE INDEX "review_case_reference_key" ON "review_case"("reference");

-- CreateIndex
CREATE INDEX "review_case_conversation_id_idx" ON "review_case"("conversation_id");

-- CreateIndex
CREATE INDEX "review_case_state_urgency_since_idx" ON "review_case"("state", "urgency" DESC, "since");

-- CreateIndex
CREATE INDEX "review_seat_user_id_idx" ON "review_seat"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "review_seat_run_id_user_id_key" ON "review_seat"("run_id", "user_id");

-- CreateIndex
CREATE INDEX "review_verdict_judged_by_idx" ON "review_verdict"("judged_by");

-- AddForeignKey
ALTER TABLE "review_case" ADD CONSTRAINT "review_case_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_case" ADD CONSTRAINT "review_case_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_reason" ADD CONSTRAINT "review_reason_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "review_case"("run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_seat" ADD CONSTRAINT "review_seat_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "review_case"("run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_seat" ADD CONSTRAINT "review_seat_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_verdict" ADD CONSTRAINT "review_verdict_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "review_case"("run_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "review_verdict" ADD CONSTRAINT "review_verdict_judged_by_fkey" FOREIGN KEY ("judged_by") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "review_case" ADD CONSTRAINT "review_case_state_check" CHECK ("state" IN ('open', 'judged', 'closed'));
ALTER TABLE "review_reason" ADD CONSTRAINT "review_reason_kind_check" CHECK ("kind" IN ('contested'));
