import { Prisma } from "@/lib/db";

// A row of a used refresh token stands for its family: all rows of one go together, and between the use of a token
// and the storing of its successor the used one is all there is.
const held = (at: Date) => Prisma.sql`
  FROM oidc_payloads held
  WHERE held.tenant_id = s.tenant_id AND held.environment_id = s.environment_id AND held.uid = s.oidc_session_uid
    AND held.model IN ('AuthorizationCode', 'AccessToken', 'RefreshToken') AND held.expires_at > ${at}::timestamptz`;

/** That relying parties hold a code or tokens that came out of a session, which goes by `s`. They outlive the
 *  browser's sign-in: a refresh token is good for thirty days, whenever the session ended by itself. */
export const holdsTokens = (at: Date): Prisma.Sql => Prisma.sql`EXISTS (SELECT ${held(at)})`;

/** Until when they can use them at most; NULL when they hold none. */
export const tokensHeldUntil = (at: Date): Prisma.Sql =>
  Prisma.sql`(SELECT max(held.expires_at) ${held(at)})`;
