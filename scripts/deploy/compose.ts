import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { runByHand } from "./by-hand";
import { expectThat, holds, output, type Part } from "./part";
import { debianProgram, goProgram } from "./tools";

/** The file's services as the Compose Specification's own library reads them, as far as they are looked at here. */
export interface Services {
  [name: string]: {
    environment: Record<string, string | null>;
    read_only?: boolean;
    cap_drop?: string[];
    healthcheck?: { test: string[] };
    stop_grace_period: string;
  };
}

/** The compose file: its secrets, its form, and its services run by hand with the environment that it gives them. */
export const compose: Part = {
  name: "compose",
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), "atrium-compose-"));
    try {
      const env = secrets(folder);
      const services = read(folder, env);
      for (const [name, service] of Object.entries(services)) {
        expectThat(service.read_only === true, `${name} has a read-only file system`);
        expectThat(service.cap_drop?.[0] === "ALL", `${name} drops every capability`);
        expectThat(Boolean(service.healthcheck), `${name} has a health check`);
      }
      holds("every service is read-only, without capabilities, and has a health check");
      await runByHand(services, debianProgram("psql", "postgresql-client"));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** What deploy/compose-env writes, once. */
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
    new Set(made.map(([, value]) => value)).size === 4,
    "there are four secrets, each its own",
  );
  holds("compose-env makes secrets once, for their owner alone");
  return env;
}

/** The services, with the file's variables filled in as an engine fills them in. */
function read(folder: string, env: Record<string, string | undefined>): Services {
  const validate = goProgram("github.com/compose-spec/compose-go/v2", "v2.16.2", "cmd");
  const filled = readFileSync("deploy/compose.yaml", "utf8").replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, sign?: string, rest = "") => {
      expectThat(Boolean(env[name]) || sign === "-", `compose-env writes ${name}`);
      return env[name] || rest;
    },
  );
  const file = join(folder, "deploy/compose.yaml");
  writeFileSync(file, filled);
  const model = output(validate, ["-format", "json", file], { cwd: folder });
  holds("the Compose Specification's library takes it");
  return JSON.parse(model).services;
}
