import { join } from "node:path";
import { bundle } from "@/tools/build/bundle.mjs";

const FOLDER = "generated/journeys";
const SCRIPTS = ["add-administrator", "add-factors", "add-relying-party"] as const;

/** Bundles the scripts that journeys run beside the service. */
export async function bundleScripts(): Promise<void> {
  const sources = SCRIPTS.map((name) => [name, `e2e/support/${name}.ts`]);
  await bundle(process.cwd(), FOLDER, Object.fromEntries(sources));
}

/** Returns the path of a bundled script. */
export function bundled(name: (typeof SCRIPTS)[number]): string {
  return join(FOLDER, `${name}.mjs`);
}
