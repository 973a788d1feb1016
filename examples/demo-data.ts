import { existsSync, readFileSync } from "node:fs";

/** Reads the demo data of a local Atrium; null elsewhere. */
export function demoData(env = process.env): Record<string, string> | null {
  const file = env.ATRIUM_DEMO_FILE ?? ".atrium/demo.json";
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Reads required settings: from the environment, and missing ones from the demo data.
 *  @returns a function that reads one, by its variable and its name in the demo data. It throws an Error that
 *  names the missing one */
export function neededSettings(env = process.env): (variable: string, name: string) => string {
  const demo = demoData(env) ?? {};
  return (variable, name) => {
    const value = env[variable] ?? demo[name];
    if (!value) throw new Error(`Set ${variable}, or start Atrium locally first: npm start`);
    return value;
  };
}
