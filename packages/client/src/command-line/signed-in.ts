import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

/** A signed-in operator and the service, as stored between two commands. */
export interface SignedIn {
  baseUrl: string;
  clientId: string;
  email: string;
  accessToken: string;
  refreshToken: string;
  /** End of the access token, in milliseconds. */
  expiresAt: number;
}

/** Storage of a user's sign-in: a file that no other account may read. */
export interface SignInStorage {
  read(): Promise<SignedIn | null>;
  write(signedIn: SignedIn): Promise<void>;
  forget(): Promise<void>;
}

/** Returns the file of this user, by the rule of the XDG base directories. */
export function ownFile(env: Record<string, string | undefined>): SignInStorage {
  const folder = join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "atrium");
  const file = join(folder, "signed-in.json");
  return {
    read: async () => {
      const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
      return text === null ? null : (JSON.parse(text) as SignedIn);
    },
    write: async (signedIn) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written completely or not at all, and never readable in between.
      const next = `${file}.${process.pid}`;
      await writeFile(next, `${JSON.stringify(signedIn, null, 2)}\n`, { mode: 0o600 });
      await chmod(next, 0o600);
      await rename(next, file);
    },
    forget: () => rm(file, { force: true }),
  };
}
