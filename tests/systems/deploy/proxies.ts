import { aFolder } from "../harness/ends";
import { caddyProgram, nginxProgram } from "../harness/proxies";
import { runJourneys } from "../harness/runners";
import { holds, noteProblem, output, Skipped } from "../harness/system";
import { typedProxies } from "./proxy-commands";

const CADDYFILE = "deploy/caddy/Caddyfile";

/** nginx and Caddy with the configurations that deploy/ ships, in front of the service. */
export async function proxies(): Promise<void> {
  const [nginx, caddy] = [nginxProgram, caddyProgram].map((program) => {
    try {
      return program();
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      noteProblem(error);
      return "";
    }
  }) as [string, string];
  if (caddy) checkCaddyfile(caddy);
  await typedProxies(nginx, caddy);
  await runJourneys(["--config", "tests/systems/deploy/proxies/playwright.config.ts"], {
    ATRIUM_E2E_NGINX: nginx,
    ATRIUM_E2E_CADDY: caddy,
  });
}

function checkCaddyfile(caddy: string): void {
  const folder = aFolder("caddy");
  const env = {
    ATRIUM_BASE_URL: "https://id.example.com",
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  output(caddy, ["validate", "--adapter", "caddyfile", "--config", CADDYFILE], { env });
  output(caddy, ["fmt", "--diff", CADDYFILE], { env });
  holds("caddy validate and caddy fmt find nothing");
}
