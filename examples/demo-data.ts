import { existsSync, readFileSync } from "node:fs";

/** What the demo data of a local Atrium says; nothing elsewhere. */
export function demoData(env = process.env): Record<string, string> | null {
  const file = env.ATRIUM_DEMO_FILE ?? ".atrium/demo.json";
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Reads settings that an example can't do without: from the environment, and what is missing there from the demo data.
 *  @returns what reads one, by its variable and its name in the demo data. It throws an Error that names what is missing */
export function neededSettings(env = process.env): (variable: string, name: string) => string {
  const demo = demoData(env) ?? {};
  return (variable, name) => {
    const value = env[variable] ?? demo[name];
    if (!value) throw new Error(`Set ${variable}, or start Atrium locally first: npm start`);
    return value;
  };
}
