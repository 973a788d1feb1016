-- A key for each algorithm of ID tokens that a relying party may choose beside RS256.
ALTER TYPE "signing_key_purpose" ADD VALUE 'id_token_ps256';
ALTER TYPE "signing_key_purpose" ADD VALUE 'id_token_es256';
ALTER TYPE "signing_key_purpose" ADD VALUE 'id_token_eddsa';
