import { type Check, type Finding, failed, ok } from "./check";

const OLDEST = 24;

/** Checks the Node that runs this command. */
export const nodeVersion: Check = {
  name: "node",
  needs: "nothing",
  look: async () => nodeFinding(process.versions.node),
};

/** @param version in Node's own form: `24.21.0` */
export function nodeFinding(version: string): Finding {
  if (Number(version.split(".")[0]) >= OLDEST) return ok(`Node ${version}`);
  return failed(
    `Node ${version}`,
    `Run Node ${OLDEST} or newer; in a checkout, npm install brings it along.`,
  );
}
