import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { readDatabaseUrl } from "@/lib/kernel/config/database-url";
import { aFolder } from "../harness/ends";
import { expectThat, holds, output } from "../harness/system";
import { debianProgram, goProgram } from "../harness/tools";
import { runByHand } from "./by-hand";
import type { Services } from "./engine";

/** Checks the compose file: its secrets, its form, and its services run by hand with its environment. */
export async function compose(): Promise<void> {
  const folder = aFolder("compose");
  const env = secrets(folder);
  const services = read(folder, env, "compose.yaml");
  expectContained(services);
  const several = read(folder, env, "compose.ha.yaml");
  expectContained(several);
  expectSeveral(several);
  const psql = debianProgram("psql", "postgresql-client");
  await runByHand((made) => read(folder, made, "compose.yaml"), psql);
}

function asObject(list: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    list.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
}

function expectContained(services: Services): void {
  for (const [name, service] of Object.entries(services)) {
    expectThat(service.read_only === true, `${name} has a read-only file system`);
    expectThat(service.cap_drop?.[0] === "ALL", `${name} drops every capability`);
    expectThat(Boolean(service.healthcheck), `${name} has a health check`);
  }
  holds("every service is read-only, without capabilities, and has a health check");
}

/** Checks the variant with several servers of PostgreSQL: the service knows each of them, and needs no
 *  other. */
function expectSeveral(services: Services): void {
  const names = Object.keys(services).filter((name) => name.startsWith("postgres"));
  expectThat(names.length === 3, "there are three servers of PostgreSQL");
  const { environment = {}, depends_on = {} } = services.atrium ?? {};
  for (const variable of ["DATABASE_URL", "DATABASE_OWNER_URL"]) {
    const { servers, needsPrimary } = readDatabaseUrl(environment[variable] ?? "");
    expectThat(needsPrimary, `${variable} asks for the server that takes changes`);
    const hosts = servers.map(({ host }) => host.replace(/:5432$/, ""));
    expectThat(hosts.join() === names.join(), `${variable} names ${names.join(", ")}: ${hosts}`);
  }
  const waited = Object.keys(depends_on).sort();
  expectThat(
    waited.join() === names.join(),
    `the service waits for ${names.join(", ")}: ${waited}`,
  );
  holds("the service knows the three servers, and goes to the one that takes changes");
}

/** Runs deploy/compose-env, which writes the secrets once, and returns them. */
function secrets(folder: string): Record<string, string | undefined> {
  const deploy = join(folder, "deploy");
  mkdirSync(deploy);
  for (const name of ["compose-env", "compose.yaml"])
    copyFileSync(`deploy/${name}`, join(deploy, name));
  const write = (args: string[], expected: number) =>
    output("sh", [join(deploy, "compose-env"), ...args], { expected });
  write(["not a name"], 1);
  write([], 0);
  const file = join(deploy, ".env");
  const before = readFileSync(file, "utf8");
  write([], 1);
  expectThat(readFileSync(file, "utf8") === before, "compose-env overwrites no secrets");
  expectThat((statSync(file).mode & 0o777) === 0o600, "only their owner reads the secrets");
  const env = parseEnv(before);
  const made = Object.entries(env).filter(([name]) => /KEY|PASSWORD/.test(name));
  expectThat(
    new Set(made.map(([, value]) => value)).size === 6,
    "there are six secrets, each its own",
  );
  holds("compose-env makes secrets once, for their owner alone");
  return env;
}

/** Returns the services, with the file's variables filled in as an engine fills them in. */
function read(folder: string, env: Record<string, string | undefined>, name: string): Services {
  const validate = goProgram("github.com/compose-spec/compose-go/v2", "v2.16.2", "cmd");
  const filled = readFileSync(join("deploy", name), "utf8").replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, variable: string, sign?: string, rest = "") => {
      expectThat(Boolean(env[variable]) || sign === "-", `compose-env writes ${variable}`);
      return env[variable] || rest;
    },
  );
  const file = join(folder, "deploy", name);
  writeFileSync(file, filled);
  const model = output(validate, ["-format", "json", file], { cwd: join(folder, "deploy") });
  holds(`the Compose Specification's library takes ${name}`);
  const found: Services = JSON.parse(model).services;
  // Extended services have it as a list of name=value.
  for (const service of Object.values(found))
    if (Array.isArray(service.environment)) service.environment = asObject(service.environment);
  return found;
}
