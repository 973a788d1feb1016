-- The scopes of OpenID Connect beyond identity that a relying party may ask for.
ALTER TABLE "oidc_clients" ADD COLUMN     "allowed_scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "oidc_clients" ADD CONSTRAINT "oidc_clients_allowed_scopes_known"
  CHECK ("allowed_scopes" IS NOT NULL AND "allowed_scopes" <@ ARRAY['organizations', 'permissions']) NOT VALID;
