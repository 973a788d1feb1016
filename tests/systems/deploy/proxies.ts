import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSupervised } from "@/scripts/processes/supervised";
import { findChromium } from "@/scripts/test/chromium";
import { holds, output, type Part, Skipped } from "../harness/part";
import { debianProgram, goProgram } from "../harness/tools";
import { typedProxies } from "./proxy-commands";

const CADDYFILE = "deploy/caddy/Caddyfile";

/** nginx and Caddy with the configurations that deploy/ ships, in front of the service. */
export const proxies: Part = {
  name: "proxies",
  run: async () => {
    const missing: string[] = [];
    const has = (find: () => string) => {
      try {
        return find();
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
        missing.push(error.message);
        return "";
      }
    };
    const nginx = has(() => debianProgram("nginx", "nginx-light"));
    const caddy = has(() => goProgram("github.com/caddyserver/caddy/v2", "v2.11.9", "cmd/caddy"));
    if (caddy) checkCaddyfile(caddy);
    if (nginx || caddy) await typedProxies(nginx, caddy);
    if (nginx || caddy) await journeys(nginx, caddy);
    if (missing.length > 0) throw new Skipped(missing.join("; "));
  },
};

function checkCaddyfile(caddy: string): void {
  const folder = mkdtempSync(join(tmpdir(), "atrium-caddy-"));
  const env = {
    ATRIUM_BASE_URL: "https://id.example.com",
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  try {
    output(caddy, ["validate", "--adapter", "caddyfile", "--config", CADDYFILE], { env });
    output(caddy, ["fmt", "--diff", CADDYFILE], { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  holds("caddy validate and caddy fmt find nothing");
}

async function journeys(nginx: string, caddy: string): Promise<void> {
  const config = "tests/systems/deploy/proxies/playwright.config.ts";
  const playwright = startSupervised(
    [process.execPath, "node_modules/@playwright/test/cli.js", "test", "--config", config],
    {
      endsBy: "INT",
      env: {
        ...process.env,
        CHROMIUM_PATH: findChromium(),
        ATRIUM_E2E_NGINX: nginx,
        ATRIUM_E2E_CADDY: caddy,
      },
    },
  );
  if ((await playwright.ended) !== 0)
    throw new Error("The journeys failed; their words are above.");
}
