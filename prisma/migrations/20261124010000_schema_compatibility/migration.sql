-- CreateTable
CREATE TABLE "schema_compatibility" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "migrated_by" TEXT NOT NULL,
    "newest_migration" TEXT NOT NULL,
    "oldest_release" TEXT NOT NULL,
    "oldest_migration" TEXT NOT NULL,
    "migrated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schema_compatibility_pkey" PRIMARY KEY ("id")
);

ALTER TABLE schema_compatibility ADD CONSTRAINT schema_compatibility_one_row CHECK (id);
-- The service reads it; whoever migrates writes it.
REVOKE INSERT, UPDATE, DELETE ON schema_compatibility FROM atrium_app;
