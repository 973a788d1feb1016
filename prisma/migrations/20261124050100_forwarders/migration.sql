-- CreateTable
CREATE TABLE "forwarders" (
    "address" TEXT NOT NULL,
    "trusted" BOOLEAN NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "forwarders_pkey" PRIMARY KEY ("address")
);
