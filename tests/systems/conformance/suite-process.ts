import { openSync } from "node:fs";
import { join } from "node:path";
import { canConnect, startProcess } from "../harness/processes";
import { until } from "../harness/until";
import { PORTS, SUITE, SUITE_MTLS } from "./addresses";
import { java, suiteJar } from "./java";

/** A Spring application of this size takes a minute on two busy cores. */
const START_MS = 600_000;

/** Starts the stand-in for MongoDB and the suite, which is ready when its API answers (`suiteReady`).
 *  @param classPath of the stand-in
 *  @param logs the folder for their output
 *  @returns resolves when the suite ends */
export async function startSuite(
  folder: string,
  classPath: string,
  logs: string,
): Promise<{ ended: Promise<number> }> {
  logged(logs, "mongo", ["-Xmx1g", "-cp", classPath, "StandIn", `${PORTS.mongo}`]);
  await until("the stand-in for MongoDB listens", START_MS, () => canConnect(PORTS.mongo));
  return logged(logs, "suite", [
    ...["-Xmx2g", "-jar", suiteJar(folder)],
    `--server.port=${PORTS.suite}`,
    `--spring.mongodb.uri=mongodb://127.0.0.1:${PORTS.mongo}/test_suite`,
    // One user, who needs no account: the network has no other clients.
    ...["--fintechlabs.devmode=true", "--spring.profiles.active=dev"],
    ...[`--fintechlabs.base_url=${SUITE}`, `--fintechlabs.base_mtls_url=${SUITE_MTLS}`],
    "--openid.mongodb.targetFeatureCompatibilityVersion=",
  ]);
}

/** Waits until the suite answers from its database.
 *  @throws Error when it ended, or took too long */
export async function suiteReady(suite: { ended: Promise<number> }): Promise<void> {
  let gone = false;
  suite.ended.then(() => {
    gone = true;
  });
  const answers = async () => {
    const { ok } = await fetch(`${SUITE}/api/plan?length=1`, {
      signal: AbortSignal.timeout(10_000),
    });
    return ok;
  };
  await until("the suite answers", START_MS, () => gone || answers(), 300);
  if (gone) throw new Error("The suite ended while starting; its words are in suite.log");
}

function logged(logs: string, name: string, args: string[]) {
  const log = openSync(join(logs, `${name}.log`), "a");
  return startProcess([java(), ...args], { endsBy: "TERM", stdio: ["pipe", log, log] });
}
