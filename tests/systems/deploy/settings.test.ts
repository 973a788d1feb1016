import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { settingNames } from "@/lib/kernel/config/environment-schema";
import { servedSettings } from "@/tools/postgres/served-settings";

/** Names in deploy/ beside the service's settings: read by its own programs. */
const ofDeploy = [
  ...["ATRIUM_OWNER_PASSWORD", "ATRIUM_WEB_PASSWORD", "ATRIUM_IMAGE", "ATRIUM_VERSION"],
  ...["ATRIUM_UPSTREAMS", "ATRIUM_PATRONI_IMAGE"],
];

const files = globSync("deploy/{compose*,patroni/*,caddy/*,nginx/*,postgres/*,systemd/*,helm/**/*}")
  .filter((file) => /\.\w+$|compose-env$|Caddyfile$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("deploy/ names only settings that exist", () => {
  expect(files.length).toBeGreaterThan(20);
  const known = new Set([...settingNames, ...ofDeploy]);
  const unknown = files.flatMap(({ file, text }) =>
    (text.match(/\bATRIUM_[A-Z][A-Z_]*\b/g) ?? [])
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
  // A name that became a setting, or is no longer used, must leave the list.
  expect(ofDeploy.filter((name) => settingNames.includes(name))).toEqual([]);
  expect(ofDeploy.filter((name) => !files.some(({ text }) => text.includes(name)))).toEqual([]);
});

test("the image tells the service its revision, and takes no file of settings in", () => {
  const made = readFileSync("deploy/Containerfile", "utf8");
  expect(made).toMatch(/^ENV .*ATRIUM_REVISION="\$\{REVISION\}"$/m);
  expect(readFileSync("deploy/compose.yaml", "utf8")).toMatch(/REVISION: \$\{REVISION:-unknown\}/);
  const left = readFileSync(".dockerignore", "utf8").split("\n");
  expect(left).toEqual(expect.arrayContaining(["**/.env", "**/.env.*"]));
});

test("no process is killed before the service can end by itself", async () => {
  const { endsWithinMs } = await import("@/host/patience");
  // The worker ends after the web processes, within the deadline of tools/processes/supervised.
  const needed = (drain: number) => (endsWithinMs(drain) + 15_000) / 1000;
  const matchIn = (file: string, pattern: RegExp) =>
    Number(pattern.exec(readFileSync(file, "utf8"))?.[1]);
  const drain = matchIn("deploy/compose.yaml", /ATRIUM_DRAIN_SECONDS: "(\d+)"/);
  expect(matchIn("deploy/compose.yaml", /stop_grace_period: (\d+)s/)).toBeGreaterThanOrEqual(
    needed(drain),
  );
  const unit = "deploy/systemd/atrium.service";
  expect(matchIn(unit, /TimeoutStopSec=(\d+)/)).toBeGreaterThanOrEqual(needed(5));
  const pods = matchIn("deploy/helm/atrium/templates/web.yaml", /add \.Values\.drainSeconds (\d+)/);
  expect(pods).toBeGreaterThanOrEqual(needed(0));
});

test("the proxies let through what the service takes, and wait for as long as it may stand still", async () => {
  const { FORM_BYTES } = await import("@/lib/core/http/refuse-page-request");
  const { limitsSchema } = await import("@/lib/kernel/config/limits");
  const { stallSeconds, headerSeconds } = limitsSchema.parse({});
  const nginx = readFileSync("deploy/nginx/atrium.conf", "utf8");
  const caddy = readFileSync("deploy/caddy/Caddyfile", "utf8");
  expect(nginx).toContain(`client_max_body_size ${FORM_BYTES / 1024}k;`);
  expect(caddy).toContain(`max_size ${FORM_BYTES / 1024}KiB`);
  expect(caddy).toContain(`request_buffers ${FORM_BYTES / 1024}KiB`);
  const { LONGEST_UPLOAD_MS, longRequests } = await import("@/lib/core/http/long-requests");
  for (const [, path = ""] of [...longRequests].map((line) => line.split(" "))) {
    expect(nginx).toMatch(new RegExp(`location = ${path} \\{\\s+client_max_body_size 1g;`));
    expect(caddy).toMatch(
      new RegExp(`@import path ${path}\\s+request_body @import \\{\\s+max_size 1GiB`),
    );
    expect(caddy).toContain(`@other not path ${path}\n`);
  }
  expect(nginx).toContain(`client_header_timeout ${headerSeconds}s;`);
  expect(caddy).toContain(`read_header ${headerSeconds}s`);
  expect(caddy).toContain(`read_body ${LONGEST_UPLOAD_MS / 3_600_000}h`);
  const { CLOSE_NOTICE_MS: LEAVE_MS } = await import("@/host/patience");
  for (const text of [nginx, caddy]) {
    expect(Number(/read_timeout (\d+)s/.exec(text)?.[1])).toBeGreaterThan(stallSeconds);
    const idle = /^\s+keepalive(?:_timeout)? (\d+)s/m.exec(text)?.[1];
    expect(Number(idle) * 1000).toBeLessThan(LEAVE_MS);
  }
});

test("the image listens on its exposed port, for any port in ATRIUM_BASE_URL", () => {
  const image = readFileSync("deploy/Containerfile", "utf8");
  const [, exposed] = /^EXPOSE (\d+)$/m.exec(image) ?? [];
  expect(exposed).toBe("3000");
  expect(image).toMatch(new RegExp(`^ENV .*\\bPORT=${exposed}\\b`, "m"));
  expect(readFileSync("deploy/compose.yaml", "utf8")).toContain(
    `ATRIUM_UPSTREAMS: atrium:${exposed}`,
  );
});

test("PostgreSQL gets the same settings everywhere we start it, and the page has them", () => {
  for (const [setting, value] of Object.entries(servedSettings)) {
    expect(readFileSync("deploy/compose.yaml", "utf8")).toContain(`"${setting}=${value}"`);
    expect(readFileSync("deploy/patroni/patroni.yaml", "utf8")).toContain(`${setting}: ${value}\n`);
    expect(readFileSync("deploy/helm/atrium-postgres/values.yaml", "utf8")).toContain(
      `${setting}: ${value}`,
    );
    expect(readFileSync("docs/DEPLOYING.md", "utf8")).toContain(`| \`${setting}\` | \`${value}\``);
  }
});

test("every engine that there is can run the compose file", () => {
  const file = readFileSync("deploy/compose.yaml", "utf8");
  // Engines before Docker 25, and Podman, refuse it.
  expect(file).not.toContain("start_interval");
  // Podman knows neither as an option of a tmpfs.
  expect(file).not.toMatch(/tmpfs:.*\b[ug]id=/);
  // Podman 4 splits a health check at blanks.
  for (const [, words = ""] of file.matchAll(/^ +test: \[(.*)\]$/gm))
    for (const word of words.split(", ")) expect(word).not.toContain(" ");
  expect(file.match(/^ +test:.*$/gm)?.every((line) => line.endsWith("]"))).toBe(true);
});

test("the secrets of an installation are no part of what an image is built of", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["**/.env", "**/.env.*", "**/atrium.env"]));
});
