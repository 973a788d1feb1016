// A start as far as its secrets: claims this folder, reads the settings, prints what it made of them, and
// holds the folder until its standard input ends.
import { claimFolder } from "@/scripts/start/claim";
import { readSettings, rememberedSecrets } from "@/scripts/start/settings";

try {
  const { env, port } = await readSettings(claimFolder());
  const { ATRIUM_POSTGRES_PASSWORD: password } = rememberedSecrets("ATRIUM_POSTGRES_PASSWORD");
  console.log(
    JSON.stringify({ key: env.ATRIUM_MASTER_KEY, password, port, baseUrl: env.ATRIUM_BASE_URL }),
  );
  process.stdin.resume();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
