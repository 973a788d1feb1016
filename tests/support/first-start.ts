// A start up to its secrets: locks this folder, reads the settings, prints the result, and holds the lock
// until its standard input ends.
import { claimFolder } from "@/tools/start/claim";
import { readSettings, storedSecrets } from "@/tools/start/settings";

try {
  const { env, port } = await readSettings(claimFolder());
  const { ATRIUM_POSTGRES_PASSWORD: password } = storedSecrets("ATRIUM_POSTGRES_PASSWORD");
  console.log(
    JSON.stringify({ key: env.ATRIUM_MASTER_KEY, password, port, baseUrl: env.ATRIUM_BASE_URL }),
  );
  process.stdin.resume();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
