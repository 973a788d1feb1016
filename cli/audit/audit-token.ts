import { readFile } from "node:fs/promises";
import { CannotVerify } from "@/lib/features/audit-log/verify/verified";

/** Environment variable that holds a machine token for `audit verify --url`. */
export const TOKEN_VARIABLE = "ATRIUM_TOKEN";

/** Reads the machine token. Call it before each request: a program that renews expiring tokens may rewrite
 *  the file meanwhile.
 *  @param file that has the token; without one, the environment has it
 *  @throws CannotVerify when there is none */
export async function auditToken(file: string | undefined): Promise<string> {
  const text = file ? await readFile(file, "utf8") : process.env[TOKEN_VARIABLE];
  const token = text?.trim();
  if (token && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new CannotVerify(
    file
      ? `${file} has no token.`
      : `Set ${TOKEN_VARIABLE} to a machine token, or name a file that has one: --token-file <file>.`,
  );
}
