-- CreateEnum
CREATE TYPE "administrator_role" AS ENUM ('owner', 'admin', 'viewer');

-- CreateTable
CREATE TABLE "platform" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "platform_tenant_id" UUID NOT NULL,
    "platform_environment_id" UUID NOT NULL,
    "dashboard_client_id" TEXT NOT NULL,

    CONSTRAINT "platform_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "administrators" (
    "id" UUID NOT NULL DEFAULT uuidv7(),
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" "administrator_role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "administrators_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "administrators_user_id_idx" ON "administrators"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "administrators_tenant_id_user_id_key" ON "administrators"("tenant_id", "user_id");

-- There is one platform.
ALTER TABLE platform ADD CONSTRAINT platform_is_one CHECK (id = 1);
REVOKE UPDATE, DELETE ON platform FROM atrium_app;

CALL atrium_isolate('administrators');

-- What a signed-in administrator may reach, before any of those tenants is chosen.
CREATE FUNCTION atrium_resolve_administrator(wanted_user_id uuid)
RETURNS TABLE (tenant_id uuid, tenant_public_id text, tenant_name text, tenant_status tenant_status, role administrator_role,
               environments jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.public_id, t.name, t.status, a.role,
         (SELECT jsonb_agg(jsonb_build_object('id', e.id, 'key', e.key, 'name', e.name, 'kind', e.kind) ORDER BY e.created_at, e.id)
          FROM environments e WHERE e.tenant_id = t.id)
  FROM administrators a JOIN tenants t ON t.id = a.tenant_id
  WHERE a.user_id = wanted_user_id AND a.removed_at IS NULL
  ORDER BY t.name, t.id
$$;
