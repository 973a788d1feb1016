-- How a relying party proves itself, and what is asked of it. A server of an earlier version writes none of these, and such a
-- relying party is as it was before.
CREATE TYPE "oidc_client_auth_method" AS ENUM ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none');
CREATE TYPE "id_token_algorithm" AS ENUM ('RS256', 'PS256', 'ES256', 'EdDSA');
CREATE TYPE "oidc_client_profile" AS ENUM ('standard', 'fapi2');

ALTER TABLE "oidc_clients"
  ADD COLUMN     "token_endpoint_auth_method" "oidc_client_auth_method",
  ADD COLUMN     "jwks" JSONB,
  ADD COLUMN     "jwks_uri" TEXT,
  ADD COLUMN     "id_token_signed_response_alg" "id_token_algorithm" NOT NULL DEFAULT 'RS256',
  ADD COLUMN     "require_pushed_authorization_requests" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN     "dpop_bound_access_tokens" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN     "profile" "oidc_client_profile" NOT NULL DEFAULT 'standard';
