-- CreateTable
CREATE TABLE "tool_description" (
    "sha256" TEXT NOT NULL,
    "told" TEXT NOT NULL,

    CONSTRAINT "tool_description_pkey" PRIMARY KEY ("sha256")
);
