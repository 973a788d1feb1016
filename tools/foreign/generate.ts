import { unusedSettings } from "../build/run-program.mjs";
import { generateClientTypes } from "../packages/generate-types.mjs";
import { run } from "./run";

/** Folder of the description from which clients in other languages are generated. */
export const DESCRIBED = "generated/foreign";

/** Writes the description for generators, and the rules of the clients' hand-written layers. */
export async function describeForeign(root: string): Promise<void> {
  await generateClientTypes(root);
  await run(process.execPath, ["--import", "tsx", "tools/foreign/describe.ts", DESCRIBED], {
    cwd: root,
    env: unusedSettings(),
  });
}
